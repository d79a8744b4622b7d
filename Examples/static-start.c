// Linked into the fully static program only (Examples/build-static.sh), so that it also runs where there is no /proc.
//
// Swift's runtime finds its own path through /proc/self/exe, for a tool that prints backtraces, and ends the program if
// that fails. It also reads the arguments from /proc/self/cmdline. The C library passes both to functions that run before
// the runtime's own constructors.

#include <stdlib.h>

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

static void start(int count, char **arguments, char **environment) {
    (void)environment;
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
    // If the root of the runtime is set, it isn't searched for.
    setenv("SWIFT_ROOT", "/", 0);
}

__attribute__((section(".preinit_array"), used)) static void (*const entry)(int, char **, char **) = start;
