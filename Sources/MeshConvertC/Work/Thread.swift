// Bounds: the body is retained once for the thread, which releases it, or released here if there is no thread.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread of its own. Those of Dispatch don't start in a process that was forked from one that used them.
enum Thread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread; returns false if the system has none left.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let failed = unsafe pthread_create(
                &thread, nil,
                { context in
                    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context)
            if failed == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let failed = unsafe pthread_create(
                &thread, nil,
                { context in
                    if let context = unsafe context {
                        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                    }
                    return nil
                }, context)
            if failed == 0 { _ = pthread_detach(thread) }
        #endif
        if failed != 0 { unsafe Unmanaged<Body>.fromOpaque(context).release() }
        return failed == 0
    }

    /// Waits a moment.
    static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }
}
