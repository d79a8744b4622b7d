import MeshBytes
import Testing

@Suite struct SHA256Tests {
    // Examples of FIPS 180-4; below, the NIST vector of a million letters.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func digestsOfPublishedMessages(message: String, digest: String) throws { try check(message, digest) }

    // Not an argument: test runners print those, with all their letters.
    @Test func digestOfAMillionLetters() throws {
        try check(
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    private func check(_ message: String, _ digest: String) throws {
        let bytes = Array(message.utf8)
        for size in [1, 63, 64, 65, 1000, max(1, bytes.count)] where bytes.count < 10_000 || size > 900 {
            var hash = SHA256()
            var index = 0
            while index < bytes.count {
                hash.update(Array(bytes[index..<min(bytes.count, index + size)]))
                index += size
            }
            #expect(hash.finalize() == digest)
        }
        #expect(try SHA256.digest(of: .bytes(bytes, name: "message")) == digest)
    }
}
