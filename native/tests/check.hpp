// An assert for the native tests, which release builds keep.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(...)                                                                      \
    do {                                                                                \
        if (!(__VA_ARGS__)) {                                                           \
            std::fprintf(stderr, "%s:%d: want %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
            std::exit(1);                                                               \
        }                                                                               \
    } while (false)
