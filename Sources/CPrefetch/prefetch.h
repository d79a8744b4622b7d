#ifndef MESHCONV_PREFETCH_H
#define MESHCONV_PREFETCH_H

/// Asks the processor to fetch the memory at `place` into its cache. The address may be invalid, since nothing is read.
static inline void meshconv_prefetch(const void *place) { __builtin_prefetch(place); }

#endif
