// What the libraries use of Apple's C library: types, values and signatures as Apple's headers have them.
// For apple-typecheck.sh only: never linked, never run.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long long off_t;
typedef unsigned short mode_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef unsigned short nlink_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int pid_t;
typedef int blksize_t;
typedef long long blkcnt_t;

// Apple's overlay gives errno as a computed variable.
int _stub_errno(void) __attribute__((swift_name("getter:errno()")));
void _stub_set_errno(int number) __attribute__((swift_name("setter:errno(_:)")));

// errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define ENAMETOOLONG 63
#define EDQUOT 69
#define EOVERFLOW 84
#define EOPNOTSUPP 102

// fcntl.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define F_FULLFSYNC 51
#define F_PREALLOCATE 42
#define F_ALLOCATEALL 0x00000004
#define F_PEOFPOSMODE 3
typedef struct fstore {
    unsigned int fst_flags;
    int fst_posmode;
    off_t fst_offset, fst_length, fst_bytesalloc;
} fstore_t;
#define F_DUPFD_CLOEXEC 67
#define F_GETPATH 50
#define AT_FDCWD -2
#define AT_SYMLINK_FOLLOW 0x0040
#define AT_REMOVEDIR 0x0080
int flock(int descriptor, int operation);
int open(const char *path, int flags, ...);
int fcntl(int descriptor, int command, ...);
// Swift sees no variadic function; Apple's overlay gives these forms.
int _stub_open(const char *path, int flags) __attribute__((swift_name("open(_:_:)")));
int _stub_open_mode(const char *path, int flags, mode_t mode) __attribute__((swift_name("open(_:_:_:)")));
int _stub_openat(int folder, const char *path, int flags) __attribute__((swift_name("openat(_:_:_:)")));
int _stub_fcntl(int descriptor, int command) __attribute__((swift_name("fcntl(_:_:)")));
int _stub_fcntl_value(int descriptor, int command, int value) __attribute__((swift_name("fcntl(_:_:_:)")));
int _stub_fcntl_pointer(int descriptor, int command, void *value) __attribute__((swift_name("fcntl(_:_:_:)")));

// sys/stat.h
#define S_IFMT ((mode_t)0170000)
#define S_IFDIR ((mode_t)0040000)
#define S_IFREG ((mode_t)0100000)
#define S_IFLNK ((mode_t)0120000)
struct timespec {
    long tv_sec;
    long tv_nsec;
};
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec;
    struct timespec st_mtimespec;
    struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
};
int stat(const char *path, struct stat *result);
int lstat(const char *path, struct stat *result);
int fstat(int descriptor, struct stat *result);
int chmod(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);
int mkdir(const char *path, mode_t mode);
int rmdir(const char *path);

// unistd.h, stdio.h, stdlib.h, string.h
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_CONF 57
#define _SC_NPROCESSORS_ONLN 58
int close(int descriptor);
ssize_t read(int descriptor, void *into, size_t count);
ssize_t pread(int descriptor, void *into, size_t count, off_t offset);
ssize_t write(int descriptor, const void *from, size_t count);
ssize_t pwrite(int descriptor, const void *from, size_t count, off_t offset);
#define SEEK_SET 0
off_t lseek(int descriptor, off_t offset, int whence);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t length);
int rename(const char *from, const char *to);
int link(const char *from, const char *to);
int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags);
int unlink(const char *path);
int unlinkat(int folder, const char *path, int flags);
int usleep(unsigned int microseconds);
uid_t geteuid(void);
int kill(pid_t process, int signal);
ssize_t readlink(const char *path, char *buffer, size_t count);
int dup(int descriptor);
pid_t getpid(void);
int getpagesize(void);
long sysconf(int name);
char *getenv(const char *name);
char *strerror(int number);
int strerror_r(int number, char *buffer, size_t count);
void *malloc(size_t count);
void free(void *pointer);
size_t malloc_zone_pressure_relief(void *zone, size_t goal);
int posix_memalign(void **pointer, size_t alignment, size_t count);
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *one, const void *other, size_t count);
void *memchr(const void *bytes, int byte, size_t count);
char *realpath(const char *path, char *buffer);
#define PATH_MAX 1024

// sys/mman.h
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
extern void *const MAP_FAILED; // Apple's overlay gives the macro as a value
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MADV_FREE 5
void *mmap(void *at, size_t count, int protection, int flags, int descriptor, off_t offset);
int munmap(void *at, size_t count);
int madvise(void *at, size_t count, int advice);

// pthread.h, os/lock.h
typedef struct {
    long __sig;
    char __opaque[56];
} pthread_mutex_t;
typedef struct {
    long __sig;
    char __opaque[8];
} pthread_mutexattr_t;
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
typedef struct {
    long __sig;
    char __opaque[40];
} pthread_cond_t;
typedef struct {
    long __sig;
    char __opaque[8];
} pthread_condattr_t;
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_broadcast(pthread_cond_t *condition);
typedef struct {
    unsigned int _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t lock);
void os_unfair_lock_unlock(os_unfair_lock_t lock);

// sys/sysctl.h
int sysctlbyname(const char *name, void *old, size_t *oldCount, void *new, size_t newCount);

// dirent.h
typedef struct {
    int __dd_fd;
} DIR;
struct dirent {
    unsigned long long d_ino;
    unsigned long long d_seekoff;
    unsigned short d_reclen;
    unsigned short d_namlen;
    unsigned char d_type;
    char d_name[1024];
};
DIR *_Nullable opendir(const char *_Nonnull path);
DIR *_Nullable fdopendir(int descriptor);
int closedir(DIR *_Nonnull folder);
struct dirent *_Nullable readdir(DIR *_Nonnull folder);
