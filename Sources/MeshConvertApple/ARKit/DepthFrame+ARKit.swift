// Bounds: Core Video keeps `height` rows at the distance that it states; without an address there are no bytes.

#if canImport(ARKit) && os(iOS)
    public import ARKit
    import CoreGraphics
    public import CoreVideo
    import MeshModel
    public import Reconstruction
    import simd

    extension DepthFrame {
        /// Creates a frame of a session's: depth, confidence, picture, camera and pose, in the session's world.
        ///
        /// ```swift
        /// func session(_ session: ARSession, didUpdate frame: ARFrame) {
        ///     guard case .normal = frame.camera.trackingState else { return }
        ///     if let frame = try? DepthFrame(frame) { cloud.add(frame) }
        /// }
        /// ```
        ///
        /// Buffers are copied, so the session may reuse them. Poses are only as good as the camera's `trackingState`.
        ///
        /// - Parameters:
        ///   - frame: the frame.
        ///   - smoothed: whether depth is `smoothedSceneDepth`, a mean over several frames, instead of `sceneDepth`.
        /// - Returns: nil if the session gives no such depth: its `frameSemantics` don't ask for it, or the device has
        ///   no LiDAR sensor.
        /// - Throws: a defect that names the part, if a buffer isn't in ARKit's form: float32 metres, a byte of
        ///   confidence, full-range planes of Y and CbCr.
        public init?(_ frame: ARFrame, smoothed: Bool = false) throws(FrameDefect) {
            guard let data = smoothed ? frame.smoothedSceneDepth : frame.sceneDepth else { return nil }
            let picture = try FramePicture(frame.capturedImage)
            let size = frame.camera.imageResolution
            let columns = frame.camera.intrinsics.columns
            let lens = PinholeIntrinsics(
                fx: Double(columns.0.x), fy: Double(columns.1.y), cx: Double(columns.2.x), cy: Double(columns.2.y),
                width: Int(exactly: size.width.rounded()) ?? 0, height: Int(exactly: size.height.rounded()) ?? 0)
            let pose = Affine(frame.camera.transform)
            let depth = LockedBuffer(data.depthMap)
            let confidence = data.confidenceMap.map { LockedBuffer($0) }
            defer {
                depth.unlock()
                confidence?.unlock()
            }
            try depth.require([kCVPixelFormatType_DepthFloat32], .depth)
            try confidence?.require([kCVPixelFormatType_OneComponent8], .confidence)
            try self.init(
                depth: .meters(depth.image()), confidence: confidence?.image(), picture: picture, intrinsics: lens,
                cameraToWorld: pose)
        }
    }

    extension FramePicture {
        /// Copies a picture of the camera, whose two planes are Y, and Cb and Cr at half the size, with full range.
        ///
        /// - Throws: a defect that tells another format.
        public init(_ buffer: CVPixelBuffer) throws(FrameDefect) {
            let planes = LockedBuffer(buffer)
            defer { planes.unlock() }
            try planes.require([kCVPixelFormatType_420YpCbCr8BiPlanarFullRange], .picture)
            try self.init(luma: planes.image(plane: 0), chroma: planes.image(plane: 1))
        }
    }

    /// A pixel buffer, locked for reading until ``unlock()``.
    private struct LockedBuffer {
        private let buffer: CVPixelBuffer
        private let isLocked: Bool

        init(_ buffer: CVPixelBuffer) {
            self.buffer = buffer
            isLocked = CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess
        }

        func unlock() { if isLocked { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) } }

        /// Checks that the memory can be read, and is in one of the formats.
        func require(_ formats: [OSType], _ part: FrameDefect.Part) throws(FrameDefect) {
            guard isLocked else {
                throw FrameDefect(part, "the pixel buffer can't be locked for reading")
            }
            let format = CVPixelBufferGetPixelFormatType(buffer)
            guard formats.contains(format) else {
                throw FrameDefect(
                    part, "expected pixels of format \(Self.name(formats[0])), found \(Self.name(format))")
            }
        }

        /// Returns the memory of a plane, or without a number that of the whole buffer. Where Core Video gives no address,
        /// it has no bytes.
        func image(plane: Int? = nil) -> ImageMemory {
            let (base, width, height, bytesPerRow) =
                if let plane {
                    unsafe (
                        CVPixelBufferGetBaseAddressOfPlane(buffer, plane), CVPixelBufferGetWidthOfPlane(buffer, plane),
                        CVPixelBufferGetHeightOfPlane(buffer, plane),
                        CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
                    )
                } else {
                    unsafe (
                        CVPixelBufferGetBaseAddress(buffer), CVPixelBufferGetWidth(buffer),
                        CVPixelBufferGetHeight(buffer), CVPixelBufferGetBytesPerRow(buffer)
                    )
                }
            // Core Video keeps `height` rows at that distance.
            let (count, overflow) = height.multipliedReportingOverflow(by: bytesPerRow)
            let bytes = unsafe UnsafeRawBufferPointer(start: base, count: base == nil || overflow ? 0 : count)
            return unsafe ImageMemory(bytes, width: width, height: height, bytesPerRow: bytesPerRow)
        }

        /// The four characters of a format, such as 420f.
        private static func name(_ format: OSType) -> String {
            String(
                String.UnicodeScalarView(
                    stride(from: 24, through: 0, by: -8).map { Unicode.Scalar(UInt8(truncatingIfNeeded: format >> $0)) }
                ))
        }
    }
#endif
