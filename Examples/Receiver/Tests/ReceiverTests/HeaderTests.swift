import Testing

@testable import Receiver

@Suite struct HeaderTests {
    @Test func rangesSayWhereAPartBelongs() throws {
        let range = try #require(ContentRange("bytes 10-19/30"))
        #expect(range.first == 10 && range.end == 20 && range.total == 30)
        #expect(ContentRange("Bytes 0-0/1") != nil)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-1/*", "bytes */10", "bytes 5-4/10", "bytes 0-10/10", "bytes -1-4/10", "bytes 0-+4/10",
        "lines 0-1/10", "bytes 0-1", "bytes 0-99999999999999999999/1", "bytes 0-1/10 x", "bytes 0--1/10", "bytes -/",
    ]) func rangesThatContradictThemselvesAreRefused(value: String) {
        #expect(ContentRange(value) == nil)
    }

    @Test func tokensAreComparedWhole() throws {
        let tokens = try Tokens(lines: "# phones\n0123456789abcdef\n\n  fedcba9876543210  \r\n")
        #expect(tokens.contains("0123456789abcdef") && tokens.contains("fedcba9876543210"))
        for wrong in ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef ", "# phones"] {
            #expect(!tokens.contains(wrong))
        }
    }

    @Test(arguments: ["", "# none\n", "short", "has/a/slash/within", "has ä letter of its own"])
    func tokensThatCantBeAPartOfAnAddressAreRefused(lines: String) {
        #expect(throws: Tokens.Invalid.self) { try Tokens(lines: lines) }
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func digestsAreThoseOfTheStandard(text: String, digest: String) {
        for split in 0...text.utf8.count {
            var hash = SHA256()
            hash.update(Array(text.utf8.prefix(split)))
            hash.update(Array(text.utf8.dropFirst(split)))
            #expect(hash.hexadecimal() == digest)
        }
    }

    @Test func digestsInHeadersAreBase64() {
        let value = "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:"
        #expect(Uploads.sha256(value) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Uploads.sha256("sha-256=:AAAA:") == nil && Uploads.sha256("md5=:AAAA:") == nil)
    }
}
