import MeshBytes

/// Tells whether the process has more memory than it may have.
///
/// Pages of blocks on the disk don't count, since the system takes them back when it needs them. The process lets go of
/// them early nevertheless, so that it has no more of them than it may have. Pages that the work touches in any order come
/// back at once, and letting go of them would take longer than the work; the pauses get longer then.
struct MemoryLook {
    private static let shortest = Duration.milliseconds(4)
    private static let longest = Duration.milliseconds(128)
    private var pause = Self.shortest
    private var last: ContinuousClock.Instant?

    mutating func isBeyond(_ most: Int) -> Bool {
        guard let used = Resources.residentByteCount, used > most / 4 * 3 else { return false }
        guard Spilling.isInUse else { return used > most }
        let now = ContinuousClock.now
        let since = last.map { now - $0 } ?? Self.longest
        if since >= pause {
            pause = since < pause * 2 ? min(pause * 2, Self.longest) : Self.shortest
            Spilling.letGo()
            last = now
        }
        return Resources.ownByteCount.map { $0 > most } ?? false
    }
}
