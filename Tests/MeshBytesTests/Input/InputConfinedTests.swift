import Foundation
import MeshBytes
import Testing

/// A folder `home` to stay in, and a file `secret` beside it.
private final class Places: Sendable {
    let top = FileManager.default.temporaryDirectory.appendingPathComponent("confined-\(UUID().uuidString)").path
    var home: String { top + "/home" }

    init(_ files: [String] = []) throws {
        for name in ["secret", "outer/wood", "home/own", "home/sub/wood"] + files.map({ "home/" + $0 }) {
            let place = URL(fileURLWithPath: "\(top)/\(name)")
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((name.hasPrefix("home") ? "own" : "secret").utf8).write(to: place)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: top) }

    func link(_ name: String, to target: String) {
        let status = unsafe symlink(target, "\(home)/\(name)")
        #expect(status == 0)
    }

    /// The text of a file that must lie in `home`, or why it is not read.
    func text(_ name: String, inside folder: String? = nil) -> String {
        do throws(SystemError) {
            let folder = folder ?? Input.realPath(home) ?? ""
            let input = try Input.regularFile(name.hasPrefix("/") ? name : "\(home)/\(name)", inside: folder)
            return String(decoding: try input.read(0..<100), as: UTF8.self)
        } catch {
            return error.isOutside ? "outside" : error.isIrregular ? "irregular" : error.isMissing ? "missing" : "other"
        }
    }
}

@Suite("A file that must lie in a folder") struct InputConfinedTests {
    @Test("is read where it lies, also by links that end inside")
    func inside() throws {
        let places = try Places()
        places.link("link", to: "own")
        places.link("far", to: "sub/../sub/./wood")
        places.link("around", to: "../home/own")
        places.link("whole", to: "\(places.home)/sub/wood")
        places.link("folder", to: "sub")
        places.link("twice", to: "folder")
        let status = unsafe link("\(places.home)/own", "\(places.home)/sub/hard")
        #expect(status == 0)
        for name in [
            "own", "sub/wood", "link", "far", "around", "whole", "folder/wood", "twice/wood", "sub/hard", "sub/../own",
            ".//own", "\(places.home)/own",
        ] {
            #expect(places.text(name) == "own", "\(name)")
        }
    }

    @Test("is not read outside, whatever leads there")
    func outside() throws {
        let places = try Places()
        places.link("link", to: "../secret")
        places.link("whole", to: "\(places.top)/secret")
        places.link("outer", to: "../outer")
        places.link("chain", to: "link")
        places.link("up", to: "..")
        places.link("root", to: "/")
        places.link("self", to: "/proc/self/cwd")
        for name in [
            "link", "whole", "outer/wood", "chain", "up/secret", "up/home/../secret", "root/etc/passwd", "../secret",
            "sub/../../secret", "/etc/passwd", "self/etc/passwd", "\(places.top)/secret",
        ] {
            #expect(["outside", "missing"].contains(places.text(name)), "\(name)")
        }
        #expect(places.text("up/home/own") == "own")
        // A folder whose name begins alike is another one; none is none.
        #expect(places.text("own", inside: String(places.home.dropLast())) == "outside")
        #expect(places.text("own", inside: "") == "outside")
        #expect(places.text("own", inside: "/") == "own")
    }

    @Test("is a regular file: no folder, pipe, device, and no circle of links")
    func kinds() throws {
        let places = try Places()
        places.link("a", to: "b")
        places.link("b", to: "a")
        places.link("gone", to: "nowhere")
        let status = unsafe mkfifo("\(places.home)/pipe", 0o600)
        #expect(status == 0)
        #expect(places.text("sub") == "irregular" && places.text("pipe") == "irregular")
        #expect(places.text("/dev/zero", inside: "/") == "irregular")
        #expect(places.text("a") == "other" && places.text("gone") == "missing" && places.text("own/x") == "missing")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(places.home)/own")
        if getuid() != 0 { #expect(places.text("own") == "other") }
    }

    @Test("is never read outside while another thread swaps its folder for a link")
    func race() throws {
        let places = try Places()
        let real = try #require(Input.realPath(places.home))
        places.link("evil", to: "../outer")
        let isOver = Flag()
        let group = DispatchGroup()
        group.enter()
        // A thread of its own: those of the global queue may be busy with other tests until this one is over.
        Thread.detachNewThread {
            defer { group.leave() }
            // `sub` is by turns the folder and a link to another one; each name changes at once.
            var turns = 0
            while !isOver.isSet || turns < 2000 {
                unsafe rename("\(places.home)/sub", "\(places.home)/aside")
                unsafe rename("\(places.home)/evil", "\(places.home)/sub")
                unsafe rename("\(places.home)/sub", "\(places.home)/evil")
                unsafe rename("\(places.home)/aside", "\(places.home)/sub")
                turns += 1
            }
        }
        var seen: [String: Int] = [:]
        var rounds = 0
        // On a busy machine the other thread may have no turn for a while.
        while rounds < 20_000 || (rounds < 5_000_000 && seen["own", default: 0] * seen["outside", default: 0] == 0) {
            seen[places.text("sub/wood", inside: real), default: 0] += 1
            rounds += 1
        }
        isOver.set()
        group.wait()
        #expect(seen["secret"] == nil && seen["irregular"] == nil)
        // Both kinds of moments were met.
        #expect(seen["own", default: 0] > 0 && seen["outside", default: 0] > 0, "\(seen)")
    }
}

private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
