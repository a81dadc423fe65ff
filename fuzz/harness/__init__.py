"""The harness: it draws inputs, tries them in child processes, and keeps what fails.

`session` runs targets side by side, `supervisor` one target, `child` is a process seen from
outside and `worker` from inside; there `runner` draws and tries. No target is known here by name.
"""
