import Foundation

/// A file that is being received, with the digest of its bytes so far.
///
/// The maker of the value owns the descriptor: it calls `end` once, on every path.
struct Part: Sendable {
    let path: String
    private let descriptor: Int32
    private(set) var hash = SHA256()
    private(set) var count: Int64 = 0

    /// Makes a file that isn't there yet, or empties one that is.
    init(creating path: String) throws {
        self.path = path
        descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw FileError("make", path) }
    }

    /// Continues a file at a position, or makes it. What lies behind the position is removed, what lies before is read for
    /// the digest, unless the part is known; if less than that is there, `count` says how much.
    init(resuming path: String, at position: Int64, known: Part? = nil) throws {
        self.path = path
        descriptor = open(path, O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw FileError("open", path) }
        if let known, known.count == position, Files.size(path) == position {
            (hash, count) = (known.hash, position)
            return
        }
        do { try rewind(to: position) } catch {
            end()
            throw error
        }
    }

    private mutating func rewind(to position: Int64) throws {
        let there = Files.size(path) ?? 0
        if there > position, ftruncate(descriptor, off_t(position)) != 0 { throw FileError("shorten", path) }
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while count < position {
            let got = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard got >= 0 else { throw FileError("read", path) }
            if got == 0 { return }
            block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0.prefix(got))) }
            count += Int64(got)
        }
    }

    /// Writes bytes at the end, all of them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let done = write(descriptor, rest.baseAddress, rest.count)
            if done < 0 {
                if errno == EINTR { continue }
                throw FileError("write", path)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(done))
        }
        hash.update(bytes)
        count += Int64(bytes.count)
    }

    /// Waits until the bytes are on the disk.
    func sync() throws {
        guard fsync(descriptor) == 0 else { throw FileError("sync", path) }
    }

    /// The digest of all bytes, as 64 hexadecimal digits.
    func digest() -> String {
        var hash = hash
        return hash.hexadecimal()
    }

    /// Gives the descriptor back.
    func end() { close(descriptor) }
}
