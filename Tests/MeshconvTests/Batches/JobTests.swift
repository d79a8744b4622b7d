import Foundation
import MeshBytes
import MeshConvert
import Testing

@testable import meshconv

/// Several files at once, collisions, and batches that are stopped.
@Suite struct JobTests {
    /// A program with a tree of small models: of three kinds, some broken, some of one name.
    private func tree(_ count: Int) throws -> Program {
        let program = try Program()
        let made = try program.shell(
            """
            mkdir -p tree/b; for i in $(seq \(count)); do cp ply/ascii.ply tree/$i.ply; done; cp obj/quad.obj tree/3.obj
            cp obj/quad.obj tree/b/3.obj; echo ply >tree/5.ply; cp scan/corner.ply tree/b/corner.ply
            """)
        #expect(made.status == 0)
        return program
    }

    private func lines(_ text: String) throws -> [JSONValue] {
        try text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    }

    /// A line without what differs from run to run.
    private func plain(_ line: JSONValue) -> JSONValue {
        .object((line.object ?? []).filter { $0.0 != "stats" })
    }

    @Test func severalAtOnceGiveTheSameInTheSameOrder() throws {
        let program = try tree(40)
        let one = try program.run("tree", "one/", "--to", "glb", "--json")
        let four = try program.run("tree", "one/", "--to", "glb", "--json", "--jobs", "4")
        #expect(one.status == four.status)
        #expect(one.errors == four.errors)
        let (first, second) = (try lines(one.output), try lines(four.output))
        #expect(first.count == 44)
        #expect(first.map(plain) == second.map(plain))
        #expect(first.last?["done"]?.int == 41)
        // The texts are in the same order, too.
        let text = try program.run("tree", "two/", "--to", "glb", "--jobs", "4")
        let again = try program.run("tree", "two/", "--to", "glb")
        #expect(text.output == again.output)
        #expect(text.output.hasSuffix("41 of 43 converted; 2 failed.\n"))
        let same = try program.shell("diff -r one two")
        #expect(same.status == 0, "\(same.output)")
    }

    @Test func aCollisionFailsByNameAndTheRestGoesOn() throws {
        let program = try tree(300)
        let result = try program.run("tree", "out/", "--to", "glb", "--json", "--jobs", "3")
        let lines = try lines(result.output)
        #expect(lines.count == 304)
        let failed = lines.dropLast().filter { $0["status"] != "done" }
        #expect(failed.compactMap { $0["input"]?["path"]?.string } == ["tree/3.ply", "tree/5.ply"])
        #expect(
            failed.first?["error"]?["message"]
                == "'tree/3.obj' and 'tree/3.ply' would both be named 'out/3.glb'; convert one to another folder")
        #expect(result.status == 64)
        #expect(try program.names("out").count == 300)
    }

    @Test func aFileThatIsNamedTwiceIsConvertedOnce() throws {
        let program = try tree(4)
        let result = try program.run("tree/1.ply", "tree/2.ply", "tree/1.ply", "out/", "--to", "glb")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try program.names("out") == ["1.glb", "2.glb"])
    }

    @Test(arguments: ["1", "3"])
    func failFastTriesNoneAfterAFailure(jobs: String) throws {
        let program = try tree(60)
        let result = try program.run("tree", "out/", "--to", "glb", "--json", "--fail-fast", "--jobs", jobs)
        #expect(result.status == 64)
        let lines = try lines(result.output)
        #expect(lines.count == 64)
        let summary = try #require(lines.last)
        let untried = lines.dropLast().filter { $0["error"]?["code"] == "batch.untried" }
        #expect(untried.count > 20)
        #expect(summary["untried"]?.int == Int64(untried.count))
        #expect(summary["error"]?["code"] == "usage")
        // What was begun is told as it ended, and nothing else is there.
        let done = lines.dropLast().filter { $0["status"] == "done" }
        #expect(summary["done"]?.int == Int64(done.count))
        for line in done { #expect(try !program.bytes(#require(line["outputs"]?[0]?["path"]?.string)).isEmpty) }
        let text = try program.run("tree", "new/", "--to", "glb", "--fail-fast")
        #expect(text.status == 64)
        #expect(text.output.contains(#/converted; 1 failed, \d+ not tried\.\n$/#))
    }

    @Test(arguments: ["1", "3"])
    func oneFileThatNeedsTooMuchMemoryStopsNoOther(jobs: String) throws {
        let program = try tree(8)
        // 96 MB of positions.
        let make = """
            head = b'ply\\nformat ascii 1.0\\nelement vertex 8000000\\nproperty float x\\nproperty float y\\n'
            open('tree/4big.ply', 'wb').write(head + b'property float z\\nend_header\\n' + b'0 1 2\\n' * 8000000)
            """
        #expect(try program.run("/usr/bin/env", ["python3", "-c", make]).status == 0)
        // Nothing can lie on the disk.
        let result = try program.shell(
            "TMPDIR=/nowhere meshconv tree out/ --to obj --memory 95MB --json --jobs \(jobs)")
        let lines = try lines(result.output)
        let failed = lines.filter { $0["error"]?["code"] == "limit.memory" }
        #expect(failed.map { $0["input"]?["path"] } == ["tree/4big.ply"], "\(result.errors)")
        #expect(lines.last?["done"]?.int == Int64(lines.count - 4), "\(result.errors)")
    }

    @Test func aKilledBatchGoesOnAndDoesNothingTwice() throws {
        let program = try tree(60)
        let words = ["tree", "out/", "--to", "glb", "--if-changed", "--json", "--jobs", "2"]
        let whole = try program.run("tree", "whole/", "--to", "glb", "--if-changed", "--json")
        func reports() -> [String] {
            ((try? program.names("out")) ?? []).filter { $0.hasSuffix(".report.json") }
        }
        let killed = try program.start(words)
        while reports().count < 10, killed.process.isRunning { usleep(2000) }
        kill(killed.process.processIdentifier, SIGKILL)
        killed.process.waitUntilExit()
        let done = reports()
        #expect(done.count >= 10)
        let times = try program.shell("cd out && stat -c '%n %y' $(ls | grep -v report)")
        let resumed = try program.run(all: words)
        #expect(resumed.status == whole.status)
        let lines = try lines(resumed.output)
        #expect(lines.map { $0["status"] } == (try self.lines(whole.output)).map { $0["status"] })
        let unchanged = lines.dropLast().filter { $0["unchanged"] == true }
        #expect(
            Set(unchanged.compactMap { $0["outputs"]?[0]?["path"]?.string.map { $0 + ".report.json" } })
                == Set(done.map { "out/" + $0 }))
        // What had a report was not written again.
        let after = try program.shell("cd out && stat -c '%n %y' *")
        let kept = times.output.split(separator: "\n").filter { line in
            done.contains("\(line.prefix { $0 != " " }).report.json")
        }
        #expect(kept.count >= 10)
        for line in kept { #expect(after.output.contains(line), "\(line)") }
        #expect(try program.shell("diff -rq whole out | grep -v report.json").output.isEmpty)
    }

    @Test func sharesAreWithinTheLimitOfThreads() throws {
        for (words, threads, isLimited, jobs, each) in [
            (nil, 8, false, 1, 8), ("4", 8, false, 4, 2), ("4", 2, false, 4, 1),
            ("4", 2, true, 2, 1), ("3", 8, true, 3, 2),
        ] as [(String?, Int, Bool, Int, Int)] {
            let shares = try BatchOptions.shares(words, of: threads, isLimited: isLimited)
            #expect(shares.jobs == jobs && shares.threads == each, "\(words ?? "none")")
        }
        for word in ["0", "-1", "many", "2000"] {
            #expect(throws: Failure.self) {
                try BatchOptions.shares(word, of: 2, isLimited: false)
            }
        }
    }

    @Test func aQueueHandsOutEachNumberOnceWithinTheBudget() throws {
        final class Seen: @unchecked Sendable {
            let lock = Lock()
            var numbers: [Int] = []
            var running = 0
            var used = 0
            var most = 0
            var wasBesideAnother = false
        }
        let (seen, queue) = (Seen(), JobQueue(200, budget: 100))
        queue.run(threads: 8) { number in
            let cost = number % 50 == 7 ? 1000 : 10 + number % 30
            let share = queue.enter(cost)
            seen.lock.withLock {
                seen.running += 1
                seen.used += cost
                if cost <= 100 { seen.most = max(seen.most, seen.used) }
                if cost > 100, seen.running > 1 { seen.wasBesideAnother = true }
                seen.numbers.append(number)
            }
            usleep(500)
            seen.lock.withLock {
                seen.running -= 1
                seen.used -= cost
            }
            queue.leave(share)
        }
        #expect(seen.numbers.sorted() == Array(0..<200))
        #expect(seen.most <= 100 && seen.most > 40)
        #expect(!seen.wasBesideAnother)
        let stopped = JobQueue(100, budget: 1)
        let after = Seen()
        stopped.run(threads: 3) { number in
            after.lock.withLock { after.numbers.append(number) }
            if number == 10 { stopped.stop() }
        }
        #expect(after.numbers.sorted() == Array(0..<after.numbers.count))
        #expect(after.numbers.count > 10)
    }

    @Test func theProgressOfABatchHasRateAndRemainingTime() {
        let began = ContinuousClock.now
        var progress = BatchProgress(count: 2000, isNamed: true, began: began)
        #expect(progress.text(.init(phase: .reading), "a.ply", width: 79) == "0 of 2,000 files   reading a.ply")
        for number in 1...500 { progress.didEnd(at: began + .milliseconds(100 * number)) }
        #expect(
            progress.text(.init(phase: .writing), "a.ply", width: 79)
                == "500 of 2,000 files   10 files/s   3 min left   writing a.ply")
        // Later ones are slower.
        for number in 1...200 { progress.didEnd(at: began + .seconds(50 + 4 * number)) }
        #expect(progress.rate.map { abs($0 - 0.25) < 0.001 } == true)
        #expect(progress.text(.init(phase: .writing), "a.ply", width: 40).count == 40)
        #expect(progress.text(.init(phase: .reading), "a.ply", width: 79).contains("15 files/min   87 min left"))
    }
}
