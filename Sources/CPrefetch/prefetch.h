#ifndef MESHCONV_PREFETCH_H
#define MESHCONV_PREFETCH_H

/// Asks for the memory at `place` to be fetched into the cache. Nothing else happens, whatever the address: it isn't
/// read, so that it needn't be valid.
static inline void meshconv_prefetch(const void *place) { __builtin_prefetch(place); }

#endif
