"""The contract of engines and agents, checked on anybody's own.

`engine_contract` and `agent_contract` say what must hold, `assessment` checks it on many positions,
in a host if the code is a guest's, and `report` is what came out. Nothing here prints.
"""
