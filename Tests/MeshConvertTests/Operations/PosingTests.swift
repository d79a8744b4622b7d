import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// Conversions of scenes that move, proved by reading the file back.
@Suite struct PosingTests {
    private struct Native: NativeDocument {}

    private static let half = Float(0.5).squareRoot()

    /// A triangle under a moved node, that a joint turns by a quarter about z, with a target and two clips.
    private static func scene() -> MeshScene {
        let set = VertexSet(
            count: 3,
            attributes: [
                Attribute(.position, Column([1, 0, 0, 2, 0, 0, 1, 1, 0] as [Float], components: 3)),
                Attribute(.normal, Column([0, 0, 1, 0, 0, 1, 0, 0, 1] as [Float], components: 3)),
                Attribute(.joints(0), Column([UInt8](repeating: 0, count: 12), components: 4)),
                Attribute(
                    .weights(0), Column([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] as [Float], components: 4)),
                Attribute(.target(0, .position), Column([0, 0, 1, 0, 0, 1, 0, 0, 1] as [Float], components: 3)),
            ])
        let triangle = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
            vertices: Column([0, 1, 2] as [Int32]))
        var scene = MeshScene(vertexSets: [set], primitives: [triangle])
        scene.meshes[0].targets = [MorphTarget(name: "up", weight: 2)]
        let turn = SIMD4<Double>(0, 0, 0.5.squareRoot(), 0.5.squareRoot())
        scene.nodes = [
            Node(
                name: "body", transform: .trs(translation: SIMD3(7, 7, 7), rotation: turn, scale: SIMD3(1, 1, 1)),
                mesh: 0, skin: 0),
            Node(name: "joint", transform: .trs(translation: SIMD3(), rotation: turn, scale: SIMD3(1, 1, 1))),
        ]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        scene.skins = [Skin(name: "bones", joints: [1])]
        scene.clips = ["Wave", "Jump"].map { name in
            AnimationClip(
                name: name, channels: [AnimationChannel(node: 1, property: .translation, sampler: 0)],
                samplers: [
                    AnimationSampler(
                        times: Column([0, 2] as [Float]), values: Column([0, 0, 0, 4, 0, 0] as [Float], components: 3))
                ])
        }
        return scene
    }

    private func document(_ scene: MeshScene = scene()) -> Document {
        Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
    }

    /// Writes and reads back; every difference must have been reported.
    private func converted(
        _ scene: MeshScene, _ variant: String, _ ending: String, _ moment: MomentChoice? = nil
    ) throws -> (route: Route, back: Document) {
        let pipeline = Pipeline()
        var options = ConvertOptions()
        options.moment = moment
        let route = try pipeline.route(document(scene), to: variant, options: options)
        let output = Output(memoryNamed: "a.\(ending)")
        try pipeline.write(document(scene), route, options: options, to: output)
        var reading = ConvertOptions()
        reading.reading.ignoresOrigin = true
        let back = try pipeline.read(Input.bytes(output.mainBytes(), name: "a.\(ending)"), options: reading)
        let breaches = pipeline.breaches(of: scene, [], route.losses, route.correspondence, readBack: back)
        #expect(breaches.isEmpty, "\(variant): \(breaches.map(\.description))")
        return (route, back)
    }

    /// A camera, a light and a material change in the second clip.
    private static func changing() -> MeshScene {
        var scene = scene()
        scene.cameras = [
            Camera(name: "eye", projection: .perspective(yfov: 1, aspectRatio: nil, znear: 0.1, zfar: nil))
        ]
        scene.lights = [Light(kind: .point, intensity: 3)]
        scene.materials = [SceneMaterial(name: "red", parameters: [MaterialParameter("roughness", [1])])]
        scene.meshes[0].primitives[0].material = .one(0)
        scene.nodes[1].camera = 0
        scene.scenes[0].roots.append(scene.nodes.count)
        scene.nodes.append(Node(light: 0))
        func add(_ part: SettingChannel.Part, _ name: String, _ from: Float, _ to: Float) {
            scene.clips[1].settings.append(
                SettingChannel(part: part, name: name, sampler: scene.clips[1].samplers.count))
            scene.clips[1].samplers.append(
                AnimationSampler(times: Column([0, 2] as [Float]), values: Column([from, to])))
        }
        add(.camera(0), "yfov", 1, 0.5)
        add(.light(0), "intensity", 3, 5)
        add(.material(0), "roughness", 0, 1)
        return scene
    }

    @Test(arguments: ["glb", "usda", "usdz"])
    func aStillSceneHasTheSettingsOfItsMoment(_ variant: String) throws {
        let (route, back) = try converted(
            Self.changing(), variant, variant, MomentChoice(time: .seconds(0.5), clip: "Jump"))
        #expect(!route.losses.contains { $0.subject.contains("/settings/") })
        #expect(abs(try #require(back.scene.materials.first?["roughness"]?.first) - 0.25) < 1e-6)
        guard variant != "usdz" else { return }
        #expect(abs(try #require(back.scene.cameras.first?.setting("yfov")) - 0.875) < 1e-6)
        #expect(abs(try #require(back.scene.lights.first?.intensity) - 3.5) < 1e-4)
    }

    @Test func whatChangesHasNames() {
        let scene = Self.changing()
        #expect(
            MovedSetting.all(of: scene.clips[1], in: scene).map(\.words)
                == ["field of view of camera eye", "intensity of light 1", "roughness of material red"])
    }

    @Test(arguments: [
        ("ply.ascii", "ply"), ("ply.binary", "ply"), ("stl.binary", "stl"), ("off", "off"), ("obj", "obj"),
    ])
    func stillFormatsShowThePoseAtRest(variant: String, ending: String) throws {
        let (route, back) = try converted(Self.scene(), variant, ending)
        #expect(route.operations.first == .pose(.rest))
        let numbers = back.scene.vertexSets[0].attribute(.position)?.values.doubles() ?? []
        #expect(zip(numbers, [0, 1, 2, 0, 2, 2, -1, 1, 2]).allSatisfy { abs($0 - $1) < 1e-6 } && numbers.count == 9)
        let told = route.losses.filter { $0.rank == .visible || $0.code == .skinBaked || $0.code == .morphBaked }
        let wanted: [(Loss.Code, Int)] = [
            (.animationDropped, 1), (.animationDropped, 1), (.skinBaked, 1), (.morphBaked, 1),
        ]
        for (code, count) in wanted { #expect(told.contains { $0.code == code && $0.count == count }) }
        #expect(
            told.first { $0.code == .animationDropped }?.message
                == "animation Wave (1 channel): 2 s of motion: nothing moves, the pose at rest is shown")
    }

    @Test func aMomentIsShownInEachFormat() throws {
        let choice = try #require(MomentChoice(time: "1s", clip: "Jump"))
        let (route, back) = try converted(Self.scene(), "ply.ascii", "ply", choice)
        #expect(route.operations.first == .pose(Moment(clip: 1, seconds: 1)))
        let numbers = back.scene.vertexSets[0].attribute(.position)?.values.doubles() ?? []
        #expect(zip(numbers, [2, 1, 2, 2, 2, 2, 1, 1, 2]).allSatisfy { abs($0 - $1) < 1e-6 } && numbers.count == 9)
        _ = try converted(Self.scene(), "obj", "obj", choice)
        #expect(try converted(Self.scene(), "glb", "glb", choice).back.scene.canMove == false)
    }

    @Test func nodesThatMoveAreBaked() throws {
        var scene = Self.scene()
        scene.nodes = [Node(name: "body", mesh: 0), Node(name: "other")]
        scene.skins = []
        scene.clips[0].channels[0].node = 0
        scene.vertexSets[0].attributes.removeSubrange(2...3)
        let (_, back) = try converted(scene, "obj", "obj", MomentChoice(time: .seconds(1), clip: nil))
        let numbers = back.scene.vertexSets[0].attribute(.position)?.values.doubles() ?? []
        #expect(numbers == [3, 0, 2, 4, 0, 2, 3, 1, 2])
        _ = try converted(scene, "stl.binary", "stl")
    }

    @Test func formatsThatMoveFreezeOnlyOnRequest() {
        let needs = FormatNeeds(flatHierarchy: false, isStill: false)
        func operations(_ wishes: RouteWishes) -> [RouteOperation] {
            Legaliser.operations(for: Self.scene(), needs: needs, target: "X", wishes: wishes).map(\.operation)
        }
        #expect(operations(RouteWishes()) == [])
        #expect(operations(RouteWishes(clip: 1)) == [.keepClip(1)])
        let moment = Moment(clip: 1, seconds: 2)
        #expect(operations(RouteWishes(moment: moment, clip: 1)) == [.pose(moment)])
    }

    @Test func factsAreThoseOfThePoseAtRest() throws {
        let info = Info(document(), path: "a")
        let bounds = try #require(info.bounds)
        #expect(bounds.minimum.x < -0.99 && bounds.maximum.y > 1.99 && bounds.minimum.z == 2)
        let text = info.json.text(.compact)
        let motion =
            #""motion":{"skins":[{"name":"bones","joints":1}],"clips":[{"name":"Wave","seconds":2,"keys":2,"channels":1,"settings":[]},"#
            + #"{"name":"Jump","seconds":2,"keys":2,"channels":1,"settings":[]}],"targets":[{"mesh":0,"name":"up","weight":2}]}"#
        #expect(text.contains(motion), "\(text)")
    }

    @Test func shapesAreMadeOfThePose() throws {
        var options = ConvertOptions()
        options.shaping.sampling = ShapingOptions.Sampling(count: 50)
        let shaped = try Pipeline().document(of: .document(document(), named: "scene"), options: options)
        let points = shaped.scene.vertexSets[0].attribute(.position)?.values.doubles() ?? []
        #expect(points.count == 150)
        #expect(stride(from: 0, to: 150, by: 3).allSatisfy { points[$0] < 0.01 && abs(points[$0 + 2] - 2) < 1e-6 })
        #expect(shaped.diagnostics.contains { $0.code == "shape.posed" })
        #expect(
            Set(shaped.residue.filter { $0.kind == "frozen" }.compactMap(\.shownAs)) == [
                .animation, .skeleton, .morphTargets,
            ])
    }

    @Test func simplerFacesKeepMoving() throws {
        var options = ConvertOptions()
        options.shaping.faces = 1
        let source = document()
        let shaped = try Pipeline().document(of: .document(source, named: "scene"), options: options)
        #expect(shaped.scene.clips.count == source.scene.clips.count && shaped.scene.skins.count == 1)
        #expect(shaped.scene.meshes[0].targets.count == 1)
        #expect(!shaped.diagnostics.contains { $0.code == "shape.posed" } && shaped.residue == source.residue)
    }

    @Test func timesAreReadFromText() throws {
        #expect(MomentChoice(time: "1.5s")?.time == .seconds(1.5))
        #expect(MomentChoice(time: "1.5")?.time == .seconds(1.5))
        #expect(MomentChoice(time: "12f")?.time == .frames(12))
        #expect(MomentChoice(time: "-120tc")?.time == .code(-120))
        for text in ["", "s", "x", "1m", "inf", "nan", "1e999"] { #expect(MomentChoice(time: text) == nil) }
    }

    @Test func whatIsNotThereIsRefusedByName() throws {
        func error(_ choice: MomentChoice, _ scene: MeshScene = Self.scene()) -> String? {
            var options = ConvertOptions()
            options.moment = choice
            do {
                _ = try Pipeline().convert(
                    .document(document(scene), named: "scene"), to: .data(named: "a.ply"), options: options)
                return nil
            } catch { return "\(error)" }
        }
        #expect(error(MomentChoice(clip: "Wav"))?.contains("there is no animation 'Wav'; there are Wave, Jump") == true)
        #expect(error(MomentChoice(clip: "3")) != nil && error(MomentChoice(clip: "2")) == nil)
        var still = Self.scene()
        still.clips = []
        #expect(
            error(MomentChoice(time: .seconds(1)), still)?.contains("needs an animation, and the file has none") == true
        )
        #expect(error(MomentChoice(time: .code(1)))?.contains("counts time in codes") == true)
    }

    @Test func framesAndCodesFollowTheTimeline() throws {
        var scene = Self.scene()
        scene.timeline = Timeline(codesPerSecond: 48, framesPerSecond: 12, start: 96, end: 192)
        func seconds(_ text: String) throws -> Double? {
            var options = ConvertOptions()
            options.moment = MomentChoice(time: text)
            let route = try Pipeline().route(document(scene), to: "ply.ascii", options: options)
            guard case .pose(let moment)? = route.operations.first else { return nil }
            return moment.seconds
        }
        #expect(try seconds("6f") == 0.5 && seconds("120tc") == 0.5 && seconds("0.5s") == 0.5)
        scene.timeline = nil
        #expect(try seconds("12f") == 0.5)
    }
}
