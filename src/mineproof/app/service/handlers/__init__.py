"""The handlers: one function per request, from a message that has been read to JSON.

Each gets the desk, who asks and about what, and the message, which is the last parameter; its type
says how the body or the query is read. They decide nothing: they find the game or the position, and
ask for what is wanted. All run in one thread, and only analyses are awaited, so two requests cannot
interleave within one game.
"""
