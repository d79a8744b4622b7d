import MeshConvert

/// Makes a mesh of a capture's depth frames.
func mesh(of capture: String, to output: String) throws -> Report {
    var options = ConvertOptions()
    var reconstruction = ReconstructionOptions(.tsdf)
    reconstruction.voxelSize = 0.01
    reconstruction.paintsTexture = true
    options.reconstruction = reconstruction
    return try convert(capture, to: output, options: options)
}
