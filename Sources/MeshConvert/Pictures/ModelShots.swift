import MeshFormats
import MeshImages
import MeshModel
import MeshOperations
import MeshRender

/// Pictures of a model: one, those around it on a sheet, or those of its motion.
struct ModelShots {
    private let scene: MeshScene
    private let textures: ViewTextures
    private let options: Preview.Options
    private let execution: Execution
    private let name: String
    /// The pose that stands still.
    private let moment: Moment
    /// The clip that a film shows.
    private let clip: Int

    private static let framesPerSecond = 20.0
    private static let mostPictures = 100

    init(
        _ scene: MeshScene, _ options: Preview.Options, _ converting: ConvertOptions, _ name: String
    ) throws(ConvertError) {
        self.options = options
        self.name = name
        execution = converting.execution
        let found = try ConvertError.reading(name) { () throws(ReadError) in
            try converting.moment?.found(in: scene)
        }
        // Who names a clip sees its start.
        let start = converting.moment?.clip == nil ? .rest : Moment(clip: found?.clip)
        (moment, clip) = (found?.moment ?? start, found?.clip ?? 0)
        self.scene = triangulate(scene).scene
        textures = ViewTextures(self.scene, workers: execution.workers, decode: OperationLosses.texels)
    }

    /// One picture.
    func still() throws(ConvertError) -> (RenderedPicture, [String]) {
        let drawn = try view(posed(moment), look)
        return (drawn.picture, Self.remarks(drawn))
    }

    /// The model from all sides, on a sheet.
    func turntable() throws(ConvertError) -> (RenderedPicture, [String]) {
        let views = try turned()
        let sheet = try Preview.explained(name) { () throws(RenderError) in
            try RenderedPicture.contactSheet(
                views.map(\.picture), columns: options.sheet(views.count).columns, gap: Preview.Options.gap)
        }
        return (sheet, views.first.map(Self.remarks) ?? [])
    }

    /// The clip, or else the model turning.
    func film() throws(ConvertError) -> (file: [UInt8], first: RenderedPicture, remarks: [String]) {
        var animation = PNGAnimation(width: options.width, height: options.height)
        var first: RenderedView?
        func add(_ drawn: RenderedView, _ milliseconds: Int) throws(ConvertError) {
            if first == nil { first = drawn }
            try Preview.written(name) { () throws(ImageError) in
                try animation.append(drawn.picture.pixels, milliseconds: milliseconds, threads: execution.threads)
            }
        }
        if options.turntable != nil {
            // Once around in four seconds.
            for drawn in try turned() { try add(drawn, 4000 / (options.turntable ?? 1)) }
        } else {
            let seconds = try duration()
            let wanted = (seconds * Self.framesPerSecond).rounded()
            let count = Int(min(max(wanted, 2), Double(Self.mostPictures)))
            let moments = (0..<count).map { Moment(clip: clip, seconds: seconds * Double($0) / Double(count)) }
            var look = look
            // One scale for all, from all that is shown at any time.
            for moment in moments {
                let own = try Preview.explained(name) { () throws(RenderError) in
                    try posed(moment).viewFrame(workers: execution.workers)
                }
                if let own { look.frame = look.frame.map { $0.union(own) } ?? own }
            }
            let milliseconds = Int(min(seconds * 1000 / Double(count), 60_000))
            for moment in moments { try add(view(posed(moment), look), milliseconds) }
        }
        guard let first else { throw .usage("expected pictures, found none") }
        let file = try Preview.written(name) { () throws(ImageError) in try animation.file() }
        return (file, first.picture, Self.remarks(first))
    }

    private func duration() throws(ConvertError) -> Double {
        guard scene.clips.indices.contains(clip), scene.clips[clip].duration > 0, scene.clips[clip].duration.isFinite
        else {
            throw .usage("expected an animation that takes time, found none in '\(name)'")
        }
        return scene.clips[clip].duration
    }

    /// The model from sides around it, at one scale.
    private func turned() throws(ConvertError) -> [RenderedView] {
        let (count, scene) = (options.turntable ?? 1, posed(moment))
        var own = look
        own.frame = try Preview.explained(name) { () throws(RenderError) in
            try scene.viewFrame(workers: execution.workers)
        }
        own.frame?.isRound = true
        var views: [RenderedView] = []
        for side in 0..<count {
            own.direction = look.direction.turned(by: Double(side) * 360 / Double(count))
            views.append(try view(scene, own))
        }
        return views
    }

    private func posed(_ moment: Moment) -> MeshScene {
        moment == .rest ? scene.atRest : poseScene(scene, at: moment).scene
    }

    private func view(_ scene: MeshScene, _ look: ViewOptions) throws(ConvertError) -> RenderedView {
        try Preview.explained(name) { () throws(RenderError) in
            try scene.rendered(look, textures, workers: execution.workers)
        }
    }

    private var look: ViewOptions {
        var look = ViewOptions()
        (look.width, look.height) = (options.width, options.height)
        if let background = options.background { look.background = background }
        look.mode = ViewOptions.Mode(rawValue: options.mode.rawValue) ?? .shaded
        if options.mode == .sides {
            look.backFaceColor = SIMD3(214, 58, 48)
            look.culling = .none
        }
        if let angles = options.angles {
            look.direction = ViewDirection(azimuth: angles.x, elevation: angles.y)
            return look
        }
        look.direction =
            switch options.side {
            case .corner: .threeQuarter
            case .front: .front
            case .back: .back
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            case .iso: .isometric
            }
        if options.side == .iso { look.projection = .orthographic }
        return look
    }

    private static func remarks(_ drawn: RenderedView) -> [String] {
        var remarks: [String] = []
        if !drawn.unreadImages.isEmpty { remarks.append("images that can't be read: \(drawn.unreadImages.count)") }
        if drawn.skippedElementCount > 0 {
            remarks.append("faces, lines and points without a place: \(drawn.skippedElementCount)")
        }
        return remarks
    }
}
