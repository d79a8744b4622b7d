// Bounds: both pointers are allocated for one value and freed with the object.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock for short sections, with a condition to wait for; `Mutex` would need iOS 18.
@safe package final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        _ = unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        _ = unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
    }

    package func withLock<R>(_ body: () -> R) -> R {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Releases the lock until ``wakeAll()``; call it only inside ``withLock(_:)``.
    package func wait() { _ = unsafe pthread_cond_wait(condition, mutex) }

    /// Wakes all waiting threads.
    package func wakeAll() { _ = unsafe pthread_cond_broadcast(condition) }
}
