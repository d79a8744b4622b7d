import Testing

/// Opacity that an image's alpha channel has.
@Suite struct OpacityTests {
    /// What Blender writes for a colour texture with alpha: one image for both.
    @Test func opacityIsTheAlphaChannelOfAnImageThatHasOne() throws {
        let program = try Program(hasCases: false)
        let made = try program.shell(
            """
            python3 - <<'P'
            import struct, zlib
            def png(path, kind, texel):
                def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
                row = b"\\0" + bytes(texel) * 2
                open(path, "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, kind, 0, 0, 0))
                    + chunk(b"IDAT", zlib.compress(row * 2)) + chunk(b"IEND", b""))
            png("rgba.png", 6, (255, 128, 64, 102)); png("rgb.png", 2, (10, 20, 30))
            P
            for d in rgba rgb; do for k in rgba none; do
            { echo "mtllib $d-$k.mtl"; printf 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nvt 0 0\\nvt 1 0\\nvt 0 1\\nusemtl m\\nf 1/1 2/2 3/3\\n'; } >$d-$k.obj
            { printf "newmtl m\\nKd 1 1 1\\nmap_d $d.png\\n"; test $k = none || echo "map_Kd $k.png"; } >$d-$k.mtl
            done; done
            """)
        #expect(made.status == 0, "\(made.errors)")
        for (name, channel) in [("rgba-rgba", "a"), ("rgba-none", "a"), ("rgb-rgba", "r"), ("rgb-none", "r")] {
            let result = try program.shell("meshconv \(name).obj \(name).usda --strict --verify && cat \(name).usda")
            #expect(result.status == 0, "\(name): \(result.output)")
            #expect(result.output.contains("alphaTexture.outputs:\(channel)>"), "\(name)")
        }
    }
}
