"""The kernel as WebAssembly: the same C++, for where no native module can be built.

`module` presents it as the native kernel is, `fields` writes and reads what passes between, and
`hosts` runs it: a page's worker in a browser, wasmtime for tests. Only `counting.kernel` asks.
"""
