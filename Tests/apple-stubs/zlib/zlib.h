// What MeshArchive uses of zlib, as its header has it. For apple-typecheck.sh only: never linked, never run.
#pragma once

typedef unsigned char Bytef;
typedef unsigned int uInt;
typedef unsigned long uLong;
typedef long long z_off_t;
typedef void *voidpf;
typedef voidpf (*alloc_func)(voidpf opaque, uInt items, uInt size);
typedef void (*free_func)(voidpf opaque, voidpf address);

typedef struct z_stream_s {
    Bytef *next_in;
    uInt avail_in;
    uLong total_in;
    Bytef *next_out;
    uInt avail_out;
    uLong total_out;
    char *msg;
    struct internal_state *state;
    alloc_func zalloc;
    free_func zfree;
    voidpf opaque;
    int data_type;
    uLong adler;
    uLong reserved;
} z_stream;
typedef z_stream *z_streamp;

#define Z_NO_FLUSH 0
#define Z_SYNC_FLUSH 2
#define Z_FINISH 4
#define Z_OK 0
#define Z_STREAM_END 1
#define Z_NEED_DICT 2
#define Z_STREAM_ERROR (-2)
#define Z_DATA_ERROR (-3)
#define Z_MEM_ERROR (-4)
#define Z_BUF_ERROR (-5)
#define Z_DEFAULT_COMPRESSION (-1)
#define Z_FILTERED 1
#define Z_DEFAULT_STRATEGY 0
#define Z_DEFLATED 8
#define MAX_WBITS 15
#define MAX_MEM_LEVEL 9
#define ZLIB_VERSION "1.2.12"

uLong crc32(uLong crc, const Bytef *bytes, uInt count);
uLong crc32_combine(uLong first, uLong second, z_off_t count);
uLong adler32(uLong adler, const Bytef *bytes, uInt count);
int deflateInit2_(z_streamp stream, int level, int method, int windowBits, int memLevel, int strategy,
    const char *version, int size);
int deflate(z_streamp stream, int flush);
int deflateEnd(z_streamp stream);
int inflateInit2_(z_streamp stream, int windowBits, const char *version, int size);
int inflate(z_streamp stream, int flush);
int inflateEnd(z_streamp stream);
