"""The harness: it draws inputs, tries them in child processes, and keeps what fails.

`session` runs targets side by side, `supervisor` one target, `child` is a process seen from
outside and `worker` from inside; there `runner` draws and tries. `sanitized` is how a child
runs with the sanitized kernel. No target is known here by name.
"""
