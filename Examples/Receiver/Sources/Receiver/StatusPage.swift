import Foundation

/// The page at `/`: how many uploads there are, and what became of the newest.
enum StatusPage {
    static func html(_ uploads: [Upload], counts: [(Upload.State, Int)]) -> String {
        let times = ISO8601DateFormatter()
        let rows = uploads.map { upload in
            let cells = [
                times.string(from: Date(timeIntervalSince1970: upload.received)), upload.name, "\(upload.version)",
                "\(upload.bytes)", upload.state.rawValue, upload.note,
            ]
            return "<tr>" + cells.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
        }
        let sums = counts.map { "\($1) \($0.rawValue)" }.joined(separator: ", ")
        let heads = ["received", "name", "version", "bytes", "state", "note"].map { "<th>\($0)</th>" }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en"><meta charset="utf-8"><title>Uploads</title>
            <style>body{font:14px sans-serif;margin:2em} td,th{text-align:left;padding:.2em 1em .2em 0}</style>
            <h1>Uploads</h1><p>\(sums)</p>
            <table><tr>\(heads)</tr>
            \(rows.joined(separator: "\n"))
            </table></html>

            """
    }

    static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}
