/// Reads faces as nearly every writer spells them, at a third of the general cost: up to eight corners of one form,
/// indices of at most seven digits that count from 1, single blanks, a line feed.
///
/// - Bounds: nothing is read unless `reach` bytes are left, the most that eight corners can touch; each list has room for eight.
@safe struct OBJPlainFace {
    /// The most corners, and the number of bytes that reading them can touch.
    private static let mostCorners = 8
    private static let reach = mostCorners * 3 * 8 + 64

    /// The number of corners read; 0 when the face has another form.
    private(set) var count = 0
    /// The number of bytes, including the line feed.
    private(set) var byteCount = 0

    /// Reads a face and appends its corners to a stream, without counting the element there.
    ///
    /// - Parameters:
    ///   - text: the line after its keyword.
    ///   - remaining: the bytes of the text from there.
    @inline(__always)
    init(unsafe text: UnsafePointer<UInt8>, remaining: Int, into stream: inout OBJElementStream) {
        guard remaining >= Self.reach, let vertices = unsafe stream.vertices.room(Self.mostCorners),
            let texCoords = unsafe stream.texCoords.room(Self.mostCorners),
            let normals = unsafe stream.normals.room(Self.mostCorners)
        else { return }
        var p = unsafe text
        var corners = 0
        var texCoordCount = 0
        var normalCount = 0
        while unsafe p.pointee == 0x20 {
            unsafe p += 1
            if unsafe p.pointee == 0x0A { break }
            if corners == Self.mostCorners { return }
            let vertex = unsafe Self.index(&p)
            if vertex == 0 { return }
            unsafe vertices[corners] = vertex &- 1
            if unsafe p.pointee == 0x2F {
                unsafe p += 1
                if unsafe p.pointee != 0x2F {
                    let row = unsafe Self.index(&p)
                    if row == 0 { return }
                    unsafe texCoords[corners] = row &- 1
                    texCoordCount &+= 1
                }
                if unsafe p.pointee == 0x2F {
                    unsafe p += 1
                    let row = unsafe Self.index(&p)
                    if row == 0 { return }
                    unsafe normals[corners] = row &- 1
                    normalCount &+= 1
                }
            }
            corners &+= 1
        }
        guard unsafe p.pointee == 0x0A, texCoordCount == 0 || texCoordCount == corners,
            normalCount == 0 || normalCount == corners, corners >= 3
        else { return }
        let first = stream.vertices.count
        // Rows after a shorter list would get the wrong index.
        guard texCoordCount == 0 || stream.texCoords.count == first, normalCount == 0 || stream.normals.count == first
        else { return }
        stream.vertices.advance(corners)
        stream.texCoords.advance(texCoordCount)
        stream.normals.advance(normalCount)
        count = corners
        byteCount = unsafe p + 1 - text
    }

    /// Reads a whole number of one to seven digits; 0 for anything else.
    @inline(__always) private static func index(_ p: inout UnsafePointer<UInt8>) -> Int32 {
        let load = unsafe UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)
        let word = UInt64(littleEndian: load) ^ 0x3030_3030_3030_3030
        // Adding 0x76 sets the top bit of anything above 9; a carry can only disturb bytes after the first such.
        let others = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
        let count = others.trailingZeroBitCount &>> 3
        guard count &- 1 >= 0, count < 8 else { return 0 }
        var value = word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        value = ((value & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
        value = ((value & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
        value = ((value & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
        unsafe p += count
        return Int32(truncatingIfNeeded: value)
    }
}
