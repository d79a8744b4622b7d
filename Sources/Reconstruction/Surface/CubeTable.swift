/// The triangles of marching cubes for each of the 256 cases, made from one rule so that neighbouring cells agree.
///
/// The rule: on each face of the cell, every run of inside corners is cut off by itself. A face looks the same from both
/// of its cells, so their triangles meet along the same segments. The segments of the six faces close into loops; a
/// loop is triangulated without diagonals that lie in a face, since the neighbour might have the same one. So each edge
/// of the surface has one or two triangles, and never more.
///
/// - Shape: corner c lies at (c & 1, c >> 1 & 1, c >> 2). Edge e runs along axis e / 4 (x, y, z).
/// - Order: triangles are counter-clockwise seen from outside, where distances are positive.
struct CubeTable: Sendable {
    /// The table that all use.
    static let shared = CubeTable()

    /// The corner where each edge starts.
    static let edgeCorners: [Int] = [0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3]
    /// The corners of each face in order, counter-clockwise seen from outside of the cell.
    private static let faces = [
        [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6],
    ]

    /// Three edges for each triangle of all cases, case after case.
    let edges: ContiguousArray<UInt8>
    /// Where each case begins in `edges`; 257 numbers.
    let starts: ContiguousArray<UInt16>
    /// The cases, if any, with a loop that no diagonals outside of the faces divide.
    let undivided: [Int]

    private init() {
        var edges: ContiguousArray<UInt8> = []
        var starts: ContiguousArray<UInt16> = []
        var undivided: [Int] = []
        for inside in 0..<256 {
            starts.append(UInt16(edges.count))
            for loop in Self.loops(inside) {
                guard let triangles = Self.triangles(loop) else {
                    undivided.append(inside)
                    continue
                }
                edges.append(contentsOf: triangles)
            }
        }
        starts.append(UInt16(edges.count))
        self.edges = edges
        self.starts = starts
        self.undivided = undivided
    }

    /// The edge between two corners of a cell.
    private static func edge(_ a: Int, _ b: Int) -> Int {
        let axis = (a ^ b).trailingZeroBitCount
        let low = min(a, b)
        return (0..<4).map { axis * 4 + $0 }.first { edgeCorners[$0] == low } ?? 0
    }

    /// The loops of edges that the surface crosses, for a case whose bits are the inside corners.
    private static func loops(_ inside: Int) -> [[Int]] {
        var next = [Int?](repeating: nil, count: 12)
        for face in faces {
            func isInside(_ k: Int) -> Bool { inside >> face[k & 3] & 1 == 1 }
            for k in 0..<4 where !isInside(k) && isInside(k + 1) {
                // A run of inside corners begins after k; it ends before the first outside corner.
                var end = k + 1
                while isInside(end) { end += 1 }
                let enter = edge(face[k & 3], face[(k + 1) & 3])
                let exit = edge(face[(end - 1) & 3], face[end & 3])
                next[exit] = enter
            }
        }
        var loops: [[Int]] = []
        for first in 0..<12 where next[first] != nil {
            var loop: [Int] = []
            var at = first
            while let following = next[at] {
                loop.append(at)
                next[at] = nil
                at = following
            }
            loops.append(loop)
        }
        return loops
    }

    /// Whether two edges lie in one face.
    private static func shareFace(_ a: Int, _ b: Int) -> Bool {
        func corners(_ e: Int) -> [Int] { [edgeCorners[e], edgeCorners[e] | 1 << (e / 4)] }
        let all = corners(a) + corners(b)
        return faces.contains { face in all.allSatisfy { face.contains($0) } }
    }

    /// Divides a loop into triangles, by the parts of growing length that can be divided; nil if none will do.
    private static func triangles(_ loop: [Int]) -> [UInt8]? {
        let n = loop.count
        func mayJoin(_ i: Int, _ j: Int) -> Bool {
            j - i == 1 || (i == 0 && j == n - 1) || !shareFace(loop[i], loop[j])
        }
        var middle = [[Int?]](repeating: [Int?](repeating: nil, count: n), count: n)
        for length in stride(from: 2, to: n, by: 1) {
            for i in 0..<n - length {
                let j = i + length
                guard mayJoin(i, j) else { continue }
                middle[i][j] = (i + 1..<j).first { k in
                    (k - i == 1 || middle[i][k] != nil) && (j - k == 1 || middle[k][j] != nil)
                }
            }
        }
        guard n >= 3, middle[0][n - 1] != nil else { return nil }
        var result: [UInt8] = []
        var open = [(0, n - 1)]
        while let (i, j) = open.popLast() {
            guard let k = middle[i][j] else { continue }
            result += [UInt8(loop[i]), UInt8(loop[j]), UInt8(loop[k])]
            open += [(i, k), (k, j)]
        }
        return result
    }
}
