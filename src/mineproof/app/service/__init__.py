"""What each request does, whoever carries it: HTTP (`web`) or a worker in the browser (`browser`).

`routes` is the table of all requests. A handler gets a message that has been read, and returns
JSON; `desk` finds the game, acts, saves. `analysis` has the tasks that take long, `messages` what
is sent and answered, `refusals` what is said when it cannot be. Nothing here knows HTTP, a database
or processes; only `messages` knows pydantic.
"""
