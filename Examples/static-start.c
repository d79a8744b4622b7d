// Linked into the fully static program only (Examples/build-static.sh), so that it also runs where there is no /proc.
//
// Swift's runtime asks /proc/self/exe where it lies, for a tool that prints backtraces, and ends the program when there
// is no answer; and it reads the arguments from /proc/self/cmdline. The C library hands both to functions that run
// before the runtime's own constructors.

#include <stdlib.h>

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

static void start(int count, char **arguments, char **environment) {
    (void)environment;
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
    // With a root of the runtime that is given, none is looked for.
    setenv("SWIFT_ROOT", "/", 0);
}

__attribute__((section(".preinit_array"), used)) static void (*const entry)(int, char **, char **) = start;
