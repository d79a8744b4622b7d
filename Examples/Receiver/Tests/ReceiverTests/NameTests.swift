import Testing

@testable import Receiver

@Suite struct NameTests {
    @Test func theAppsNamesStay() {
        let name = "scan4d_Wean_Hall_Scan_1_scan4d_1753700000_0A1B2C3D.zip"
        #expect(UploadName(name)?.text == name)
        #expect(UploadName("scan4d_K%C3%BCche_2_ply_1_0A1B2C3D.ply")?.text == "scan4d_Küche_2_ply_1_0A1B2C3D.ply")
        #expect(UploadName("%E5%8E%A8%E6%88%BF.zip")?.text == "厨房.zip")
    }

    @Test(arguments: [
        ("..%2F..%2Fetc%2Fpasswd", "_.._etc_passwd.bin"), ("a%00b.zip", "a_b.zip"), ("a%0D%0Ab.zip", "a__b.zip"),
        ("C:%5Cscan.zip", "C__scan.zip"), (".hidden.zip", "hidden.zip"), ("what?.zip", "what_.zip"),
        ("a%E2%80%AEpiz.zip", "a_piz.zip"), ("50%_done.zip", "50__done.zip"), ("%zz.zip", "_zz.zip"),
        ("%FF%FE.a.zip", "__.a.zip"), ("result", "result.bin"), ("%3Cscript%3E.zip", "_script_.zip"),
    ]) func whatIsNoPlainNameBecomesOne(sent: String, kept: String) {
        #expect(UploadName(sent)?.text == kept)
    }

    @Test(arguments: [".", "..", "%2e%2e", "", "...", "%00", "%2F%2F", "_"]) func whatHasNoNameIsRefused(sent: String) {
        #expect(UploadName(sent) == nil)
    }

    @Test func bothFormsOfAnAccentAreOneName() {
        #expect(UploadName("e%CC%81.zip") == UploadName("%C3%A9.zip"))
    }

    @Test func longNamesAreShortenedAndStayApart() throws {
        let one = try #require(UploadName(String(repeating: "ä", count: 5000) + "1.zip"))
        let other = try #require(UploadName(String(repeating: "ä", count: 5000) + "2.zip"))
        #expect(one.text.utf8.count <= UploadName.longest && one.text.hasSuffix(".zip"))
        #expect(one != other)
        let marks = try #require(UploadName("a" + String(repeating: "\u{301}", count: 5000) + ".zip"))
        #expect(marks.text.utf8.count <= UploadName.longest)
    }

    @Test func aNameCutByTheAddressGetsItsExtensionFromTheContentType() {
        #expect(UploadName("scan4d_Room_", contentType: "application/zip")?.text == "scan4d_Room_.zip")
        #expect(UploadName("scan4d_Apt.5", contentType: "application/x-wavefront-obj")?.text == "scan4d_Apt.5.obj")
        #expect(UploadName("a.ZIP", contentType: "application/zip")?.text == "a.ZIP")
    }

    @Test func pathsAreSplitBeforeTheyAreDecoded() {
        #expect(RequestPath("/t/a%2Fb.zip").parts == ["t", "a%2Fb.zip"])
        #expect(RequestPath("//a//b/").parts == ["a", "b"])
        #expect(RequestPath("/uploads/").isFolder && RequestPath("/").isFolder && !RequestPath("/a").isFolder)
        #expect(RequestPath("http://host:8080/a.zip").parts == ["a.zip"])
    }
}
