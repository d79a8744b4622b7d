import Foundation
import Testing

/// Bitstreams of generated meshes, written by the reference encoder (draco 1.5.5), and the result of its decoder.
struct DracoFixture: Sendable, CustomTestStringConvertible {
    /// The parts of the format that it covers.
    let testDescription: String
    /// The bitstream in base64.
    let base64: String
    /// The reference decoder's result, in the form of `DracoMesh.summary`.
    let summary: String

    var bytes: [UInt8] { Data(base64Encoded: base64).map { Array($0) } ?? [] }

    static let all = [
        DracoFixture(
            testDescription: """
                edgebreaker, seams, closed pieces, plain values, integers by difference, floats by difference
                """,
            base64: """
                RFJBQ08CAgEBAAAABAQCAwAAAS8BARD/AmZAgAMAA4QD/wAAAAAAAQEAAQAJAwAAAgEDCQIAAQABAgIEAQIBAAEAAkgD4wn8BkkD\
                4gj/A5YClwCuCZMCmgGpDAAAAAD/DwAATMOwPUM5E0CwCHY/nroyPwydZoE8xHuOPtKooD3xZ5g+m4lpPLq+lz4KaQ080o5rPgAB\
                AAFpFWCEN1ouI39nrw+BJGCY0cXGh1HsuoriUcpnCwAAAPwAAAA=
                """,
            summary: """
                7 4 b30b12ae5fac4e05 | 0 0 9 3 0 135a4e7120574d73 | 1 3 9 2 0 38c96421e219c67d | 2 2 2 4 1 \
                c7bee037b75b11cf
                """),
        DracoFixture(
            testDescription: """
                edgebreaker by valence, tagged symbols, raw symbols, merged vertices, normals by difference, floats \
                by parallelogram, floats by constrained parallelograms
                """,
            base64: """
                RFJBQ08CAgEBAAACBgQABAEA/wERAgECBQMBIAcBIAMA0IABAQEECwFAAQAAAAAAAf8AAAMACQMAAAEJAwABAwkCAAICAwIEAQEA\
                DANVFR+tCgEgA8etZ40CAID0AQCAoQIAAHg+AAAAA6sD1FuAAAAAAAAAAP8PAAAAAwEABxOtClU1Ayt4gzQR2hPrA9S2OT8AAAAf\
                AAAAAQEBABA7AUABAAEAFKQA4ASpOMeTkD81WopzPAnjPKgOAAAAAP9/AACAWo5IV3IhO9R9oD5ArcFIDAZxPYo+001iPnSTGD8P
                """,
            summary: """
                6 4 8a99f4fbe8d57114 | 0 0 9 3 0 121529bfe58e66cd | 1 1 9 3 0 bb3182bc11edb373 | 2 3 9 2 0 \
                9e226200f9bf6a4a
                """),
        DracoFixture(
            testDescription: """
                sequential, coded indices, tagged symbols, integers unpredicted, normals by difference, floats by \
                difference
                """,
            base64: """
                RFJBQ08CAgEAAAAECAAABQNVBa0aVRWtCgVOJ0yAirT0eFQBBAAJAwAAAQkDAAEDCQIAAgQEAwADAgMCAQABAAEBAAACbgC17wCF\
                GQAAAADD9QDE9gCGGgAAAAAA/wAAAAADAAKvBF0FlwrEBdkEUAG1DVsCDgZRDw4GywsIATcFLgwYDP8PAAD/BwAAAAEAAgEAAAAC\
                ANwAaQHdAQsBMwAAAAAAiQHtAYoB7gEMATQAAAAAAP8BAAD+AAMCAAAAAAD4/wEEAAAIAAAIAAAIAAD6/wEGAAD+/wH4/wEGAAD+\
                /wH4/wEGAAD6/wECAAACAAD+/wH4/wH+/wH6/wECAAD8/wH3xyM/9iiAPwAAAACwJZQ+CAxfBoM9Vg7NPRwJ7TwJ
                """,
            summary: """
                8 4 d8075f3af77fc2c6 | 0 0 9 3 0 413a8e11b003f109 | 1 1 9 3 0 8ed32b16d95def06 | 2 3 9 2 0 \
                97c05ea22d350445 | 3 4 4 3 0 8f4320d0b562a6b
                """),
        DracoFixture(
            testDescription: """
                edgebreaker by valence, seams, closed pieces, tagged symbols, raw symbols, order by degree, integers \
                unpredicted, integers by parallelogram, integers by constrained parallelograms, floats unpredicted, \
                floats by parallelogram
                """,
            base64: """
                RFJBQ08CAgEBAAACBAQEAwAAAQEQgAMAA4SAAwAJhP8CZkD/AmZAAQEBBAsBQAEAAQEBAQFAAQAAAAAABf8AAQABAAEBAAIAAAMA\
                AAEABQMAAAEBAwkCAAECAQMJAgACAgEEAQQAAwEBBAYDAAQBBAEBAAwnARABMAMAKIICOqzXdmJYQxWjveshVChaAAAAA6sDEFyA\
                AHQBAACPBwAA/gEACgMlCQslCSUJJQkDcRsElkOTnpYgiNCSdODunRP3D9+GGD3T+fA9g24TPwgBAQEAChutClUVASADm2V06b0q\
                oZlGAIABgEY+CQAAAAD/AQAACtejPFTjpT7Jdj4/Cf4BAAkfAUABAKDFzKB4Ed94XtPgXvKd5PIBAQEAE0cBQAEA/AbNT8uRW04o\
                8tOCKxVcxlDC3ftYQ/meX0dPqL4AABLfAwA=
                """,
            summary: """
                8 4 24147f7f16e71626 | 0 0 5 3 0 6352776c547c147e | 1 3 9 2 0 876accb0441036a0 | 2 3 9 2 0 \
                fc5e9255ea02aa2f | 3 4 1 4 0 4ad6a6e65c781364 | 4 4 6 3 0 725262e472c427ac
                """),
        DracoFixture(
            testDescription: """
                sequential, plain indices, tagged symbols, integers by difference, floats by difference
                """,
            base64: """
                RFJBQ08CAgEAAAACBAEAAQIBAgMBAgAJAwAAAgIEAQECAQABAQAQOwFAAQBUYQCATHsqTJ57hT/PRpl+A+eZNjofAAAAAAD/fwAA\
                AAEBAAkbASABIAMAIISZQMip+WiVdnDExQ8WLZYhAAAA7wAAAFLy6js5Yq0+DLBnP1ynKT8P
                """,
            summary: """
                4 2 94ea511b99543bb6 | 0 0 9 3 0 519c22e54c5c4ff | 1 2 2 4 1 a5fb80717d4280d0
                """),
        DracoFixture(
            testDescription: """
                edgebreaker by valence, tagged symbols, raw symbols, integers unpredicted, integers texture \
                coordinates by positions, normals by faces
                """,
            base64: """
                RFJBQ08CAgEBAAACDAQABAAA/wJEQAMBAQUPAUABAAAAAAAAAf8AAAMABQMAAAEJAwABAwQCAAIBAwH+AQANKwEQATAEAOiKgELn\
                KvZLVFZEo4pDezTJH7jjW3FojyatR4YIEKK89Tr9wB5K6xGIWaooCZ6RypPJcS4tDY9rBgMBAAobVQVVBVk1BEQZmoB9Getd7MNy\
                AuctRIsYVpmth3uQ7XW/5dMRqAL/AQAA/wAAAFUEvHdvgAUBAQAOJwEQVQUBIK0KBWVgpa6GpSLE5697VoxiVmaGVmqG5yShdrf9\
                p8a7LCXsDkZoXokImzQEAAAAgAOA8oDgCwAATYwAAAk=
                """,
            summary: """
                12 4 e554888727308865 | 0 0 5 3 0 603c9b8f0128e646 | 1 1 9 3 0 ffb71f0247101d0e | 2 3 4 2 0 \
                e37ac3f7d5e7a1c
                """),
        DracoFixture(
            testDescription: """
                edgebreaker, seams, handles, tagged symbols, raw symbols, normals unpredicted, floats by difference, \
                floats by parallelogram
                """,
            base64: """
                RFJBQ08CAgEBAAAADBICEgMBEQUBBm+3PMpTAP8BEcsEsGrhZMsEsGrhZAP/AAAAAQABAQABAAkDAAACAQEJAwABAwEECQEAAgIB\
                AQEBA6MG/S/JAf///////zdVBQPJAf///////y/JAQORA8kBCRpXfiJ7atEeggAAAAD/AwAAhI7hyK91IDkAAAAA4iqpSQr+AQAL\
                I4kHeTgELPdEgDzzCq62SLFqIeByiUy1I3CDgzVMEDGK7rCYysINhRbsS5QoO2C+6qqtpwkAAQEADyvFA4kHXRpZGgbDgBsOmIQB\
                8P8CGAAEwP8XAPvf/e//HwABUAD3vwAIAP+fAAAAAP8/AAAAAADBAACAQQ4=
                """,
            summary: """
                17 18 c176e25035943538 | 0 0 9 3 0 f11ff7f30370c51 | 1 1 9 3 0 81069a2f7f4b26b7 | 2 4 9 1 0 \
                5b3ab54db05dc639
                """),
        DracoFixture(
            testDescription: """
                edgebreaker, closed pieces, tagged symbols, integers unpredicted, floats unpredicted, floats texture \
                coordinates by positions
                """,
            base64: """
                RFJBQ08CAgEBAAAABAQCAwAAAS8BARD/AmZA/wJmQAP/AAAAAAABAAABAAkDAAACAQMJAgABAgECAgQBAgH+AQAKAwEQFwEQASAD\
                AOiQzv0DgI8pACOuAACW55E+4/xJQAAAAAC438E+CAUBAQAJCwEgDwEgAwDYg8EBwgKxCwIAAAD/ASIAAAAA/wMAAIpy6Twcl6E+\
                YBkbPQr+AQAKIwFAAQB+AMFUSQYbJKC+EaMDqFsaP1g=
                """,
            summary: """
                4 4 38e422058a34b725 | 0 0 9 3 0 7d3e024d23cbb315 | 1 3 9 2 0 b70a3f52112934ff | 2 2 2 4 1 \
                b28c0fcb14e77c6c
                """),
        DracoFixture(
            testDescription: """
                sequential, coded indices, tagged symbols, floats unpredicted, floats by difference
                """,
            base64: """
                RFJBQ08CAgEAAAAGCgAABAMdBx0nyREFJzkfQKu01FzVUgECAAkDAAADCQIAAQICAAEBAAkDaQYLaQYHMTMEahdTgJQA0QGAAFuA\
                TQQAU0eAVAYAqC4AGKgCDCMAAAAAAAD/AAAA/gEAEBtpBg9pBjUTaQaVGQUcJ0lwhRCo6gOA21OMgMBHOkH2DwCwhO5ODTjPV9vt\
                /tX5KzT9//M64jrBiilAAAAAAFfnRkAIl9hGPDSihz68j08/Dg==
                """,
            summary: """
                10 6 42149b4b11fd8a8e | 0 0 9 3 0 a8302b84e0b1a398 | 1 3 9 2 0 7512a781266b8525
                """),
        DracoFixture(
            testDescription: """
                edgebreaker with its prediction changed to all parallelograms around a vertex
                """,
            base64: """
                RFJBQ08CAgEBAAACBAMAAwAA/wERAQEBBAsBQAEAAQEBAQFAAQAAAAAAAf8AAAEACQMAAAICAQEACRsBIAEgAwDYg5eYU9r+REE1\
                eBtYAAAAAAD/AAAADkqoPjG2AD+xaPo+a7I+Pwg=
                """,
            summary: """
                4 3 359547a01156c724 | 0 0 9 3 0 11434fb2fd35e48
                """),
        DracoFixture(
            testDescription: """
                edgebreaker with its prediction changed to texture coordinates by positions in floats
                """,
            base64: """
                RFJBQ08CAgEBAAAABAQCAwAAAS8BARD/AmZA/wJmQAP/AAAAAAABAAABAAkDAAACAQMJAgABAgECAgQBAgH+AQAKAwEQFwEQASAD\
                AOiQzv0DgI8pACOuAACW55E+4/xJQAAAAAC438E+CAMBAQAJCwEgDwEgAwDYg8EBwgKxCwL/ASIAAAAA/wMAAIpy6Twcl6E+YBkb\
                PQr+AQAKIwFAAQB+AMFUSQYbJKC+EaMDqFsaP1g=
                """,
            summary: """
                4 4 38e422058a34b725 | 0 0 9 3 0 7d3e024d23cbb315 | 1 3 9 2 0 b422e3908d172114 | 2 2 2 4 1 \
                b28c0fcb14e77c6c
                """),
        DracoFixture(
            testDescription: """
                edgebreaker with its symbols coded anew by prediction
                """,
            base64: """
                RFJBQ08CAgEBAAABIx8AHwUACt/+5vniTdt9fwX/AkRAAAAAAKcECcd1gAH/AAABAAkDAAACAQEBAQWuCY0v/9ucezkBZ5yc/1uc\
                szkBr5ycZzkBk5ycF5yc/5+cd5wfnJ/VAf93nJz//8ecnP////+vnByNvW6WjN/Yd/2IEsdX0c/xr2bxnlnhB8hcqH6DAAAAAP8P\
                AAACJPTIaagKOmyj176JUC5LDA==
                """,
            summary: """
                35 31 64c99663f12363f | 0 0 9 3 0 35ecd90c704a8980
                """),
        DracoFixture(
            testDescription: """
                points in a k-d tree, level 0
                """,
            base64: """
                RFJBQ08CAwABAAAOAAAAAQMACQMAAAEJAwABAwkCAAIACgAAAA4AAAAIAAAAbT3//wAACKR4AAAA/v8F1N2H/RaLDzQnFoQKvU9H\
                4g8MYRkPUQwA1g3A/4RpyD/KiKZHwwAAUK7eUQBoIpHztFBHTQnICiBBAUQDYFjfAfU5VUraFhGHoOolDY/nVo9HOOmh8XTx876e\
                j06+CW4jrCHz5I4QM3HujyoxsrXab3QAAIhHBAAAAAAAAAAEAAAAABAhAnMuxT1xv/M+XJQpP5DVbT8IQKpuv7VYab8a6kG/fEbf\
                PwnCvh08jv9CPT3WFD8K
                """,
            summary: """
                14 0 cbf29ce484222325 | 0 0 9 3 0 dfb62275c0fa40d | 1 1 9 3 0 21637c929a6a4e4e | 2 3 9 2 0 \
                8f3c082bdd64d537
                """),
        DracoFixture(
            testDescription: """
                points in a k-d tree, level 2
                """,
            base64: """
                RFJBQ08CAwABAAADAAAAAQQACQMAAAEJAwABAwkCAAICCQMAAwIbAAAAAwAAAEADQImAcAAAAAD///8AKC4AAIC8AwAA8A4AAAAA\
                GDoAAAAAAAAAAAAA0sMFAAAAAMAAAAAAAEAgAAAAAAABAJAT/wEAAgAAAMB2AAAAPziGN5vwg0D/DwA4AAAAAAD8BwAAAKwAAACw\
                AQAAAAAFAAAAAIA+GQAAAAAEAAAAAAAAAAQAAAAAAAAAAPCqRRljmjp+qXc/wAojSQvcxxs+Yn4FvxHoaL98ieA/GylcDz156SY+\
                WmQ7PwzAiADIAINTxwAylkag96pICQ==
                """,
            summary: """
                3 0 cbf29ce484222325 | 0 0 9 3 0 a74a57066fe66ac3 | 1 1 9 3 0 1cb63dcc530e1947 | 2 3 9 2 0 \
                c188f772e1786b61 | 3 2 9 3 0 fd5878861840bfba
                """),
        DracoFixture(
            testDescription: """
                points in a k-d tree, level 4
                """,
            base64: """
                RFJBQ08CAwABAAAIAAAAAQMACQMAAAMJAgABAgkDAAIEDgAAAAgAAAAUBQRweDOB+gOaZof/ATMBAQABAQABAQABAQABAQABAQAB\
                AQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQBYAAAA\
                A3Bn7McO/JQAMC28/sefcMB/AFMeMdgPEQDwOSsZFPjYPSNuU/slCgBAOhUWQJIGPwA5GrA97PC4Aiw64lOw6ADXkjhAHdgBkyFh\
                B3jQP4vf0cAfAADgfgQAAAAAAAAACAAAAEJAQAAAAABAdjePPjy9Kj+/9iw/b2QrQQuKJeU8Y5eIPSYdiT8OAABhwwAAaMMAAGbD\
                AIDlQwo=
                """,
            summary: """
                8 0 cbf29ce484222325 | 0 0 9 3 0 c5c4d57250f8032d | 1 3 9 2 0 e63879a5f9c454d0 | 2 2 9 3 0 \
                41ade9eb2d0bed6f
                """),
        DracoFixture(
            testDescription: """
                points in a k-d tree, level 6
                """,
            base64: """
                RFJBQ08CAwABAAAIAAAAAQIACQMAAAMJAgABBg0AAAAIAAAAkgPqe4eSA1h+hwEBEAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEB\
                AAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAAEBAEAAAAAAAKjA/w8A\
                BkAAAABE3fEAgAEAADQOAAgAAAAAAOfZwBMAAAAAAFFOOQ0AAAAAAIDwzQEQAEDDkRUDAAAAAACABAAAAAAAAAAEAAAAAAAABHZx\
                mz2pE6g/AAAAANZuaz8NmpmZPbgeBT7+1Fg/Ag==
                """,
            summary: """
                8 0 cbf29ce484222325 | 0 0 9 3 0 60be8bcea631f0cd | 1 3 9 2 0 3d958ebf47ad554e
                """),
        DracoFixture(
            testDescription: """
                values that wrap around their range
                """,
            base64: """
                RFJBQ08CAgEBAAAABAIAAgAAAR//AREB/wAAAQAJAwAAAgABAQAJHwFAAQAjk5QkE5ObpgCWAjQAAAAA/wAAAHwKgD52qw9AITzK\
                P7ARKD8I
                """,
            summary: """
                4 2 15ea361ae49aae26 | 0 0 9 3 0 a39c531535e31e77
                """),
        DracoFixture(
            testDescription: """
                texture coordinates in floats, normals that point backwards
                """,
            base64: """
                RFJBQ08CAgEBAAACDAQABAAA/wJEQAMBAQUPAUABAAAAAAAAAf8AAAMABQMAAAEJAwABAwQCAAIBAwH+AQANKwEQATAEAOiKgELn\
                KvZLVFZEo4pDezTJH7jjW3FojyatR4YIEKK89Tr9wB5K6xGIWaooCZ6RypPJcS4tDY9rBgMBAAobVQVVBVk1BEQZmoB9Getd7MNy\
                AuctRIsYVpmth3uQ7XW/5dMRqAL/AQAA/wAAAFUEvHdvgAMBAQAOJwEQVQUBIK0KBWVgpa6GpSLE5697VoxiVmaGVmqG5yShdrf9\
                p8a7LCXsDkZoXokImzQEgAOA8oDgCwAATYwAAAk=
                """,
            summary: """
                12 4 e554888727308865 | 0 0 5 3 0 603c9b8f0128e646 | 1 1 9 3 0 ffb71f0247101d0e | 2 3 4 2 0 \
                dfacf55099c689e2
                """),
        DracoFixture(
            testDescription: """
                four parallelograms around a vertex, and merged vertices
                """,
            base64: """
                RFJBQ08CAgEBAAAAHTYANAQCKwkDFAMOr+/p09I1VetSpbSoQgEBASAB/wAAAQAJAwAAAgQBAQAQA2kEI2kEAxEWGRYJCwrKFIRD\
                ig2ho72BGRTLPJHKACAfsGg/+HC44IAPysfY1eHzbgwAAADwKl42ovOuQkL4f612CiEK+1ADAAAA3tXi5h8OAIDaVjsAgKtKXk7U\
                AAAAAHjVGgUAiBpcVK0BgPPxf+2KN1wlAQAAAAAGALZkahQ1t6haAwAkhAAYAAAAWDsAcIsAGACYle0AyMabcnKPle0AAAaAA4D1\
                gxSNBZoaLdqADEADgDxkDJUE0N3GgAAAAAD//wAAvhtPwPVGP8Dw3rW+uElgQRA=
                """,
            summary: """
                29 54 21c54536c8b8bb3d | 0 0 9 3 0 d116331965da2bc6
                """),
        DracoFixture(
            testDescription: """
                parallelograms to the right of a value, and a fan that a merged vertex begins
                """,
            base64: """
                RFJBQ08CAgEBAAAADAwADAEBCwsBBV+7dV0D/wERAf8AAAIACQMAAAEJAwABAgMEAQEAEAMBIDMBIAQAUGmEAQBtNwCA/z9stwAA\
                /X8AAAAAAIBrNwAAAMAAAAAA/n8AAAAAB9sDcA2BBIADAPaAAAAAAAAA/38AAAADAQAJG60KVTUD90+3Ir36LFT7bZECvXJWbfX2\
                dvsjWM7Q6HoO/wAAAH8AAAAKBTW/KsrKvqYEkL4KBbU/Dwg=
                """,
            summary: """
                12 12 8ed4c822565d52a9 | 0 0 9 3 0 8cdc82eb7eb3df4d | 1 1 9 3 0 e8dc7eb3e5e1c3a4
                """),
        DracoFixture(
            testDescription: """
                points that begin at a border
                """,
            base64: """
                RFJBQ08CAgEBAAAADg4BDQAABF9Xih+rA9RbgGQEdPsmWQL/AAAAAQABAAkDAAACAQMJAgABAgEBAQAKF5UEuQ0hKZUEBXau0TiD\
                0zg60noAiwA50QE6Rnfg0QEA0lQCWAT4pkeYLcs1lLFz1igcCy0z/gMAAAAA/wMAANZz0j6fzdI/jAvHvrK8JEEKAQEBAAMDSRK5\
                LQXcIdPWUPEoizb/rk13j9x40gAAAAADAAAAlkOLPEJg5TtDi2w/Ag==
                """,
            summary: """
                28 14 dd350c9675745fb2 | 0 0 9 3 0 a02f3158bf946aee | 1 3 9 2 0 c41fe8566ff94048
                """),
        DracoFixture(
            testDescription: """
                merged vertices at the end of all
                """,
            base64: """
                RFJBQ08CAgEBAAAAKjUANQYEDAwYCAQYAxQJEd/f7fu6de/WLunaKBVPUdAF/wJVQAH/AAABAAkDAAACAQEBAQPUARksBQGJAYQD\
                hAMFAQOJAYkCBQGED4QDBQEFAYSEhQEHhH+EJ4SEHwUBp4RrhOuEJUvUkDjx3Qd7RlGO0Qy9nyubjqDPj6g42Bo4CecXH5q+CjVq\
                nE4AAAAA/wAAAAAkdMrWhGW7YkJCvxAGwUsI
                """,
            summary: """
                42 53 58f56a8b3f5c66a9 | 0 0 9 3 0 e3ab56ebac46c728
                """),
        DracoFixture(
            testDescription: """
                an order by degree that waits
                """,
            base64: """
                RFJBQ08CAgEBAAACSYoBAIcBBwKAAQkDXAMBATAOAQIEA0kSJQmVJAXHdcaNgg0BAwXZCQOxE8UOtRMGRaOWHmCAEgECBDkOrQoD\
                HScFKY4mB0MkAQIFASAHOR7JAQhQDvx/zqp6gB4BAgTNLAc1EwagZsrXKYEXAQIF4TQHkQWRBQXUofr+gQH/AAEBAAkDAAACBAEB\
                AAwDgQMLpQllC6kQ4EUFSQxlBBuAoAOPRijOX9sQXU8j21c/C02fsUkH+FpBX4c9ECNbIiCcqcHVurwC1cJgAAgdgEnDi3hEXUyN\
                EwUAWA0A0EQpAThAQXQAtAI0HgxATkBvJsAB3R8BoA+IAoSnYt+sADQssAGHhsAsAvywAKAVAGADHl5kAAAAAoBNAgDggJzhWAQB\
                gCwHAADaALghUAOAkOUBQGIAZAgAaOAD4AIKAJjJecAnbQCfCqTGAMzABi+GAAADtBxADpwptBuADQAWL6UAvAEAJoDlgwAQcgEW\
                IAAaYN+sAHQL1OoTMhhtoVgR+gAHbgMWbIdklw7vKRd3tVtldXDnpGFDYQyVBOOhwYAMFQOn5YEAAAAA/wcAAAvvEj96+DTAuEpb\
                vyDdoEEL
                """,
            summary: """
                73 138 7f7e347b057784ff | 0 0 9 3 0 6655d4f8e1b8200b
                """),
        DracoFixture(
            testDescription: """
                predicted normals on the rim of the octahedron
                """,
            base64: """
                RFJBQ08CAgEBAAAADAoCCgAABO+6rhv/ARHkA4RkgeQDhGSBA/8AAAABAAEBAAEACQMAAAIBAQkDAAEDAQMJAgACAgEBAQARN1UF\
                rRoBIAQdfVm6i53txIqd7sQldu3EKHYAwImdsdPYabFz2KmJndgJ7Bw7v8514mEnduISe9jJxD7sBAAQO03sxM4Su9gJO3HYiQBg\
                2BkAAAAAAAD//wAAAADAwAAAoMAAAODAAABQQRAGAwEABAMlCZUkSRIFHPis+IGa6LBYih6iAgcAAAADAAAApQSQKy2CAwEBAQAP\
                K5UEuQ1JEm0bBuD4XzhJgHPc4xiOT1VUFQDAcRx345yqHN84OW6OO46M441v3FTdODcOAFYVx3EcjiMA3DgAAAAA/z8AAJqZGb8A\
                AAC/Z2bmPw4=
                """,
            summary: """
                14 10 89c2d6e42572e028 | 0 0 9 3 0 ec25743bab117a54 | 1 1 9 3 0 e5efa7a5461e9781 | 2 3 9 2 0 \
                6d16641fadcbd935
                """),
    ]
}
