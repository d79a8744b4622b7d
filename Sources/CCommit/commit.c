#include "CCommit.h"

// A build script names the commit (Package.swift); a plain build leaves it empty.
#ifndef MESHCONV_COMMIT
#define MESHCONV_COMMIT ""
#endif

unsigned char meshconv_commit_character(unsigned int position) {
    static const char commit[] = MESHCONV_COMMIT;
    return position < sizeof commit ? (unsigned char)commit[position] : 0;
}
