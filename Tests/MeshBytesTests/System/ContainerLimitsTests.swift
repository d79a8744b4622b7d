import Testing

@testable import MeshBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Limits of containers, from folders in the form that the kernel has them.
@Suite struct ContainerLimitsTests {
    /// Mounted control groups with these files.
    private func mounted(_ files: [String: String]) -> (folder: TemporaryFolder, remove: () -> Void) {
        let folder = TemporaryFolder()
        var folders: [String] = []
        for (path, text) in files {
            var parts = path.split(separator: "/").map(String.init)
            parts.removeLast()
            for count in 0..<parts.count {
                let name = folder.file(parts[...count].joined(separator: "/"))
                if unsafe mkdir(name, 0o755) == 0 { folders.append(name) }
            }
            folder.write(path, text)
        }
        return (
            folder,
            {
                for path in files.keys { _ = unsafe unlink(folder.file(path)) }
                for path in folders.sorted().reversed() { _ = unsafe rmdir(path) }
            }
        )
    }

    private func limits(_ files: [String: String], _ membership: String?) -> (memory: Int?, processors: Int?) {
        let (folder, remove) = mounted(files)
        defer { remove() }
        let limits = ContainerLimits(root: folder.path, membership: membership)
        return (limits.memory, limits.processors)
    }

    @Test func version2FromInsideAContainer() {
        let found = limits(["memory.max": "536870912\n", "cpu.max": "150000 100000\n"], "0::/\n")
        #expect(found.memory == 536_870_912)
        #expect(found.processors == 2)
    }

    @Test func version2TakesTheLeastOfAllGroupsAbove() {
        let found = limits(
            [
                "memory.max": "max\n", "a/memory.max": "1000000000\n", "a/b/memory.max": "2000000000\n",
                "a/cpu.max": "max 100000\n", "a/b/cpu.max": "100000 100000\n",
            ], "0::/a/b\n")
        #expect(found.memory == 1_000_000_000)
        #expect(found.processors == 1)
    }

    @Test func version1IsFoundByItsController() {
        let found = limits(
            [
                "memory/x/memory.limit_in_bytes": "268435456\n",
                "memory/memory.limit_in_bytes": "9223372036854771712\n",
                "cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n",
                "cpu/y/cpu.cfs_quota_us": "250000\n", "cpu/y/cpu.cfs_period_us": "100000\n",
            ], "9:memory:/x\n3:cpuacct,cpu:/y\n0::/\n")
        #expect(found.memory == 268_435_456)
        #expect(found.processors == 3)
    }

    @Test func noLimitIsNone() {
        #expect(limits(["memory.max": "max\n", "cpu.max": "max 100000\n"], "0::/\n") == (nil, nil))
        #expect(limits([:], "0::/\n") == (nil, nil))
        #expect(limits([:], nil) == (nil, nil))
        #expect(limits(["memory.max": "many\n", "cpu.max": "1 0\n"], "odd line\n0::/\n") == (nil, nil))
    }

    @Test func theMachineHasMemoryAndSomeIsInUse() throws {
        let memory = try #require(Resources.memory)
        #expect(memory.byteCount > 1 << 20)
        #if os(Linux)
            #expect(try #require(Resources.residentByteCount) > 1 << 20)
        #endif
    }
}
