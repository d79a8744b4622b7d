package import MeshBytes

/// Packages of the test room: each kind, then with one feature varied.
package struct RoomGenerator: Sendable {
    /// A package and how it is packed.
    package struct Variant: Sendable {
        /// The file's name without its extension.
        package var name: String
        /// The package.
        package var room: RoomPackage
        /// The archive; nil: a folder.
        package var container: FixtureZip?
    }

    /// Whether pictures of the first variant of each kind show the room; that takes a while.
    package var hasPictures = false

    package init() {}

    /// The variants in the order of their kinds.
    package var variants: [Variant] {
        var list: [Variant] = []
        for profile in RoomPackage.Profile.allCases {
            let base = room(profile)
            func add(_ name: String, _ container: FixtureZip? = FixtureZip(), _ change: (inout RoomPackage) -> Void) {
                var room = base
                change(&room)
                list.append(Variant(name: "\(profile.rawValue)-\(name)", room: room, container: container))
            }
            add("plain") { $0.hasPictures = hasPictures }
            add("folder", nil) { _ in }
            add("jpeg") { $0.hasJPEGs = true }
            add("wrapped") { $0.wrapper = "staging_7A1C" }
            add("litter") { room in
                room.wrapper = "staging_7A1C"
                room.hasLitter = true
            }
            add("little") { $0.depthOrder = .little }
            add("mixed") { $0.depthOrder = .mixed }
            add("columns") { $0.hasColumns = true }
            add("app") { room in
                room.depthOrder = .little
                room.hasColumns = true
                room.wrapper = "staging_7A1C"
                room.hasJPEGs = true
            }
            add("wide") { $0.confidence = .wide }
            add("colors") { $0.confidence = .colors }
            add("zero") { $0.confidence = .zero }
            add("unsure") { $0.confidence = .none }
            add("wall") { $0.flatWall = 2830 }
            for deflates in [false, true] {
                for hasDescriptors in [false, true] {
                    for isZip64 in [false, true] where deflates || hasDescriptors || isZip64 {
                        var container = FixtureZip()
                        container.deflates = deflates
                        container.hasDescriptors = hasDescriptors
                        container.isZip64 = isZip64
                        let words = [
                            deflates ? "deflated" : "", hasDescriptors ? "streamed" : "", isZip64 ? "zip64" : "",
                        ]
                        add(words.filter { !$0.isEmpty }.joined(separator: "-"), container) { _ in }
                    }
                }
            }
            if profile == .scan4D {
                add("placed") { room in
                    room.rawFromRoom = RigidRows(halfYaw: 0.2, center: SIMD3(1, 0.5, -2))
                    room.registration = RigidRows(halfYaw: -0.2, center: SIMD3(1, 0, 2))
                    room.hasRoomPlan = true
                }
            }
        }
        return list
    }

    private func room(_ profile: RoomPackage.Profile) -> RoomPackage {
        var room = RoomPackage()
        room.profile = profile
        // Tests may read the pictures: nobody is in them.
        room.metadata = [("keyframe_count", 2), ("later", ["than", "us"])]
        return room
    }

    /// The true values of the scene, for readers in other languages: cameras by name, with poses as rows, and depth.
    package var truth: JSONValue {
        .object([
            ("low", Self.list([RoomScene.low.x, RoomScene.low.y, RoomScene.low.z])),
            ("high", Self.list([RoomScene.high.x, RoomScene.high.y, RoomScene.high.z])),
            (
                "views",
                .array(
                    RoomPackage().views.map { view in
                        .object([
                            ("name", .string(view.name)), ("pose", Self.list(view.pose.rowMajor)),
                            (
                                "lens",
                                Self.list([
                                    view.lens.focal.x, view.lens.focal.y, view.lens.center.x, view.lens.center.y,
                                    Double(view.lens.size.x), Double(view.lens.size.y),
                                ])
                            ),
                            ("depth", .array(RoomScene.depth(view).map { .int(Int64($0)) })),
                        ])
                    })
            ),
        ])
    }

    private static func list(_ numbers: [Double]) -> JSONValue { .array(numbers.map(JSONValue.number)) }
}
