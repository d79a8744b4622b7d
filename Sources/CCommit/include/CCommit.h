/// The commit that this build is made of, one character after the other; 0 behind its end, and at once when the build was
/// not told. (A pointer would be one more place for unsafe code.)
unsigned char meshconv_commit_character(unsigned int position);
