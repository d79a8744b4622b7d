import Foundation
import Testing

@testable import Receiver

@Suite struct QueueTests {
    private func queue() throws -> Queue {
        try Queue(path: NSTemporaryDirectory() + "/queue-\(UUID().uuidString).sqlite")
    }

    private func key(_ name: String, _ sha256: String = "0") -> UploadKey { UploadKey(name: name, sha256: sha256) }

    @Test func sameBytesAreOneUploadAndOthersANewVersion() async throws {
        let queue = try queue()
        let first = try await queue.add(key("a", "1"), bytes: 5, now: 1)
        let again = try await queue.add(key("a", "1"), bytes: 5, now: 2)
        let other = try await queue.add(key("a", "2"), bytes: 5, now: 3)
        #expect(first.id == again.id && first.received == again.received)
        #expect(first.version == 1 && other.version == 2)
        #expect(try await queue.versions(of: "a").map(\.version) == [2, 1])
        #expect(try await queue.versions(of: "b").isEmpty)
    }

    @Test func eachUploadIsTakenOnce() async throws {
        let queue = try queue()
        for index in 0..<20 { _ = try await queue.add(key("\(index)"), bytes: 1, now: 1) }
        let taken = Locked([String]())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while let upload = try? queue.claim(now: 2) { taken.with { $0.append(upload.name) } }
                }
            }
        }
        #expect(taken.with { Set($0).count } == 20 && taken.with { $0.count } == 20)
    }

    @Test func whatWasInterruptedComesLast() async throws {
        let queue = try queue()
        for name in ["a", "b"] { _ = try await queue.add(key(name), bytes: 1, now: 1) }
        #expect(try queue.claim(now: 2)?.name == "a")
        try queue.recover(tool: "t")
        #expect(try queue.claim(now: 2)?.name == "b")
        #expect(try queue.claim(now: 2)?.name == "a")
    }

    @Test func whatAlwaysEndsTheReceiverIsGivenUp() async throws {
        let queue = try queue()
        _ = try await queue.add(key("a"), bytes: 1, now: 1)
        for _ in 0..<Queue.mostInterruptions {
            #expect(try queue.claim(now: 2) != nil)
            try queue.recover(tool: "t")
        }
        #expect(try queue.claim(now: 2) == nil)
        #expect(try await queue.versions(of: "a").first?.state == .failed)
    }

    @Test func failuresAreTriedAgainWithAnotherProgramOnly() async throws {
        let queue = try queue()
        _ = try await queue.add(key("a"), bytes: 1, now: 1)
        _ = try await queue.add(key("b"), bytes: 1, now: 1)
        try queue.finish(try #require(try queue.claim(now: 2)), .failed, note: "", tool: "1")
        try queue.finish(try #require(try queue.claim(now: 2)), .rejected, note: "", tool: "1")
        try queue.recover(tool: "1")
        #expect(try queue.claim(now: 2) == nil)
        try queue.recover(tool: "2")
        #expect(try queue.claim(now: 2)?.name == "a")
        #expect(try queue.claim(now: 2) == nil)
    }

    @Test func aRetryWaitsForItsTime() async throws {
        let queue = try queue()
        _ = try await queue.add(key("a"), bytes: 1, now: 1)
        try queue.retry(try #require(try queue.claim(now: 2)), note: "full", at: 100)
        #expect(try queue.claim(now: 99) == nil)
        #expect(try queue.claim(now: 100)?.tries == 1)
    }
}
