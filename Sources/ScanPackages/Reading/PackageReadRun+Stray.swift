import MeshFormats
import MeshModel

/// Stray Scanner: poses in `odometry.csv`, one camera in `camera_matrix.csv`, video but no pictures.
extension PackageReadRun {
    mutating func readStrayScanner() throws(ReadError) {
        let camera = try strayCamera()
        guard let entry = files["odometry.csv"] else { return }
        let reading = self
        let table = try leniently(.fileUnreadable, entry.path) { () throws(ReadError) in
            try NumberTable(entry, limit: reading.options.limits.textByteCount)
        }
        guard let table else { return }
        let names = ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz", "qw"]
        // Without a heading the columns are in this order.
        let columns = names.enumerated().map { index, name in
            table.heading.isEmpty ? index : table.heading.firstIndex(of: name) ?? -1
        }
        guard columns.allSatisfy({ $0 >= 0 }) else {
            return try refuse(entry.path, "expected the columns \(names.joined(separator: ", ")), found others")
        }
        let own = ["fx", "fy", "cx", "cy"].compactMap { table.heading.firstIndex(of: $0) }
        for row in table.rows {
            guard let largest = columns.max(), largest < row.count, let number = Int64(exactly: row[columns[1]]),
                number >= 0
            else {
                try refuse(entry.path, "expected \(names.count) numbers a line, found a line with fewer")
                continue
            }
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
            var frame = ScanFrame(name: name)
            frame.timestamp = row[columns[0]]
            let at = columns.map { row[$0] }
            var pose = Affine(
                quaternion: (at[5], at[6], at[7], at[8]), translation: SIMD3(at[2], at[3], at[4]))
            // The camera's axes are OpenCV's: +Y down, looking along +Z.
            for keyPath in [\Affine.x, \Affine.y, \Affine.z] { pose[keyPath: keyPath] *= SIMD3(1, -1, -1) }
            frame.pose = pose
            frame.intrinsics = camera
            if own.count == 4, var intrinsics = camera, own.allSatisfy({ $0 < row.count }) {
                (intrinsics.fx, intrinsics.fy) = (row[own[0]], row[own[1]])
                (intrinsics.cx, intrinsics.cy) = (row[own[2]], row[own[3]])
                frame.intrinsics = intrinsics
            }
            frame.depthPath = existing("depth/\(name).png")
            frame.confidencePath = existing("confidence/\(name).png")
            frame.imagePath = existing("rgb/\(name).jpg") ?? existing("rgb/\(name).png")
            package.frames.append(frame)
        }
        noteModalities()
    }

    /// The camera of all frames: a 3 × 3 matrix, row by row.
    private mutating func strayCamera() throws(ReadError) -> PinholeIntrinsics? {
        guard let entry = files["camera_matrix.csv"] else {
            note(.fileMissing, .warning, entry: "camera_matrix.csv", "camera_matrix.csv is missing")
            return nil
        }
        let reading = self
        let table = try leniently(.fileUnreadable, entry.path) { () throws(ReadError) in
            try NumberTable(entry, limit: reading.options.limits.textByteCount)
        }
        guard let rows = table?.rows, rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else {
            if table != nil { try refuse(entry.path, "expected 3 lines of 3 numbers, found others") }
            return nil
        }
        var camera = PinholeIntrinsics(
            fx: rows[0][0], fy: rows[1][1], cx: rows[0][2], cy: rows[1][2], width: 0, height: 0)
        // Only the video states its size. ARKit's is recognised by the principal point, which lies near the middle.
        if (camera.cx - 960).magnitude < 96, (camera.cy - 720).magnitude < 72 {
            (camera.width, camera.height) = (1920, 1440)
            note(
                .intrinsicsSizeAssumed, .warning, entry: entry.path,
                "the size of the video is assumed: 1920 × 1440 pixels")
        }
        return camera
    }
}

/// Comma-separated numbers, line by line, with or without a heading.
struct NumberTable {
    /// The words of the first line, if they aren't numbers.
    var heading: [String] = []
    /// The numbers of each line that isn't empty.
    var rows: [[Double]] = []

    /// Reads an entry.
    ///
    /// - Throws: an error with the line of a word that isn't a number.
    init(_ entry: PackageEntry, limit: Int) throws(ReadError) {
        let bytes = try entry.bytes(limit: limit)
        var line = 0
        for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            let words = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Self.trimmed)
            if words.allSatisfy(\.isEmpty) { continue }
            let numbers = words.compactMap { Double($0) }
            if numbers.count == words.count {
                rows.append(numbers)
            } else if rows.isEmpty, heading.isEmpty, numbers.isEmpty {
                heading = words
            } else {
                let word = words.first { Double($0) == nil } ?? ""
                throw entry.fault(
                    .invalidValue, "expected numbers between commas, found '\(word.prefix(40))'",
                    at: .line(line, column: 1))
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let blank: Set<UInt8> = [0x20, 0x09, 0x0D, 0x22]
        var bytes = bytes
        while let first = bytes.first, blank.contains(first) { bytes.removeFirst() }
        while let last = bytes.last, blank.contains(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
