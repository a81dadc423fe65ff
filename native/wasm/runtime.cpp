// What the compiler's runtime leaves to us: the tag of our exceptions, and the end of a lost cause.
//
// tools/wasm.py compiles the rest of it, with exceptions, from the sources of libc++abi, libunwind
// and libc++. Their own way to abort prints a message, and so the module would need files.
#include <cstddef>

__asm__(
    ".tagtype __cpp_exception i32\n"
    ".globl __cpp_exception\n"
    "__cpp_exception:\n");

extern "C" [[noreturn]] void __abort_message(const char*, ...);
extern "C" [[noreturn]] void __abort_message(const char*, ...) { __builtin_trap(); }

namespace std::inline __1 {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept;
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
}  // namespace std::inline __1
