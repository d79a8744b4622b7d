import MeshArchive
import MeshFormats
import MeshImages
import MeshModel

/// 360° stills with their sidecars and masks, and the faces that are cut from them.
extension PackageWriteRun {
    /// Writes the stills, where the variant has them, and the faces that are planned, one still after the other.
    mutating func writeStills(
        _ plans: [PlannedFrame], _ preparation: FramePreparation
    ) throws(PackageWriteError) {
        for still in package.stills {
            let faces = plans.filter { $0.face?.still.name == still.name }
            guard let path = still.imagePath, variant == .scan4D || !faces.isEmpty else { continue }
            try lookUp()
            // Faces show what the rewriter lets be seen.
            guard let file = try preparation.picture(path, .still(still)) else {
                stillsLeftOut.insert(still.name)
                result.leftOut += faces.map(\.source.name)
                continue
            }
            if variant == .scan4D { try add(Self.unwrapped(path), file) }
            // A plan cuts nothing: it takes a second or two for each still.
            if sink.isForgetful {
                for plan in faces { planned(plan) }
            } else if !faces.isEmpty {
                try writeFaces(faces, of: still, PackageEntry(path: path, bytes: file), preparation)
            }
        }
        result.leftOut += stillsLeftOut.sorted()
        guard variant == .scan4D else { return noteStills() }
        for still in package.stills where !stillsLeftOut.contains(still.name) {
            for path in [still.sidecarPath, still.maskPath].compactMap(\.self) {
                if let entry = package.files[path] { try copyWithoutLeftOut(entry, as: Self.unwrapped(path)) }
            }
        }
    }

    /// Takes a face as written, of the size that it will have.
    private mutating func planned(_ plan: PlannedFrame) {
        guard let lens = plan.source.intrinsics else { return }
        var frame = WrittenFrame(
            source: plan.source, name: plan.name, imagePath: imagePath(plan, "jpg"), width: lens.width,
            height: lens.height)
        (frame.pose, frame.intrinsics) = (plan.source.pose, lens)
        frames.append(frame)
    }

    private mutating func writeFaces(
        _ plans: [PlannedFrame], of still: EquirectStill, _ file: PackageEntry, _ preparation: FramePreparation
    ) throws(PackageWriteError) {
        let mask = still.maskPath.flatMap { package.files[$0] }
        let cutting: StillCutting
        do throws(ReadError) {
            cutting = try StillCutting(still, file: file, mask: mask, threads: options.threads)
        } catch {
            guard options.reading.lenient, ![.cancelled, .memoryLimit].contains(error.code) else { throw .read(error) }
            for plan in plans { leaveOut(plan.source, error) }
            return
        }
        for plan in plans {
            try lookUp()
            if let face = plan.face { try write(plan, try preparation.prepare(plan, face.face, cutting)) }
        }
    }

    private mutating func noteStills() {
        losses.add(
            .textureDropped, .dropped, "/stills", "360° stills", count: package.stills.count, unit: "stills",
            cause: "only Scan4D packages can store them", remedy: .variant("scan4d"), items: package.stills.map(\.name))
    }
}

extension FramePreparation {
    /// The files of a face.
    func prepare(
        _ plan: PlannedFrame, _ face: CubeFace, _ cutting: StillCutting
    ) throws(PackageWriteError) -> PreparedFrame {
        let files: (picture: [UInt8], mask: [UInt8]?)
        do throws(ImageError) { files = try cutting.face(face, hasWholeMask: wantsWholeMasks) } catch {
            throw .write(WriteError(.unrepresentable, path: plan.name, error.message))
        }
        let header = try header(plan.name, files.picture)
        var prepared = PreparedFrame(image: files.picture, header: header)
        prepared.depth = plan.depth == .zero ? zeroDepth : nil
        prepared.mask = plan.mask == .own ? files.mask : plan.mask == .full ? try Self.fullMask(header) : nil
        return prepared
    }
}
