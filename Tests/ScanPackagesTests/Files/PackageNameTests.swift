import Testing

@testable import ScanPackages

@Suite struct PackageNameTests {
    private static let table: [(String, String)] = [
        ("Living room", "Living_room"), ("a/b", "a_b"), ("..", "X"), (".", "X"), ("", "X"), ("   ", "X"),
        ("CON", "CON"), ("nul.txt", "nul_txt"), ("a:b?c*d", "a_b_c_d"), ("C:\\x", "C_x"), ("#1 %20 \"q\"", "1_20_q"),
        ("café", "café"), ("cafe\u{301}", "café"), ("Ü-Wagen", "Ü-Wagen"), ("😀 party 🎉", "party"), ("👨‍👩‍👧", "X"),
        ("שלום עולם", "שלום_עולם"), ("مرحبا", "مرحبا"), ("東京・駅", "東京_駅"), ("हिन्दी", "हिन्दी"),
        ("\u{202E}evil\u{202C}", "evil"), ("a\u{0}b", "a_b"), ("line\nbreak", "line_break"), ("__x__", "x"),
        ("a   b___c", "a_b_c"), ("trailing. ", "trailing"), (".hidden", "hidden"), ("a&b=c+d", "a_b_c_d"),
        (String(repeating: "x", count: 300), String(repeating: "x", count: 60)),
        (String(repeating: "é", count: 100), String(repeating: "é", count: 30)),
        ("１２３", "１２３"), ("\u{FF0F}", "X"),
    ]

    @Test func f21PartsBecomeLegalEverywhere() {
        #expect(Self.table.count >= 30)
        for (given, expected) in Self.table {
            let found = PackageName.plain(given, or: "X")
            #expect(found.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(given) became \(found)")
            #expect(found.utf8.count <= 60)
            let ascii = PackageName.plain(given, or: "X", isASCII: true)
            let allowed = { (c: UInt8) in
                c == 0x2D || c == 0x5F || Unicode.Scalar(c).properties.isAlphabetic || (0x30...0x39).contains(c)
            }
            #expect(ascii.utf8.allSatisfy { $0 < 0x80 && allowed($0) })
            // Composed and decomposed texts give one name, and a name stays unchanged.
            #expect(PackageName.plain(found, or: "X") == found)
        }
    }

    @Test func f20NamesHaveTheForm() throws {
        for (given, _) in Self.table {
            for format in ["scan4d", "polycam", "raw", "usdz", "ply", "obj"] {
                let name = PackageName(
                    location: given, scan: given, format: format, timestamp: 1_790_000_000.9, id: "ab12cd34-0000-4000"
                ).fileName()
                let pattern = /^scan4d_.+_(scan4d|polycam|raw|usdz|ply|obj)_\d+_[0-9A-F]{8}\.(zip|usdz|ply|obj)$/
                #expect(name.wholeMatch(of: pattern) != nil, "\(name)")
                #expect(name.utf8.count < 255)
                let parsed = try #require(PackageName.parse(name))
                #expect(parsed.format == format && parsed.timestamp == 1_790_000_000 && parsed.id == "AB12CD34")
            }
        }
        let plain = PackageName(location: nil, scan: "", format: "raw", timestamp: .nan, id: "")
        #expect(plain.fileName() == "scan4d_Unknown_Location_scan_raw_0_00000000.zip")
    }

    @Test func theAppsOwnNamesAreParsed() throws {
        let parsed = try #require(PackageName.parse("scan4d_Main_Hall_My_Scan_scan4d_1780000000_0a1b2c3d.zip"))
        #expect(parsed.locationAndScan == "Main_Hall_My_Scan")
        #expect(parsed.id == "0a1b2c3d")
        #expect(PackageName.parse("room.zip") == nil)
        #expect(PackageName.parse("scan4d_a_b_raw_x_00000000.zip") == nil)
    }
}
