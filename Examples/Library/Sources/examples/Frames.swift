import MeshConvert

/// A capture without a mesh: one is made of its depth frames and painted with its photos.
func frames(_ scan: String, _ output: String) throws -> Report {
    var options = ConvertOptions()
    var reconstruction = ReconstructionOptions(.tsdf)
    reconstruction.voxelSize = 0.01  // metres
    reconstruction.paintsTexture = true
    options.reconstruction = reconstruction
    return try convert(scan, to: output, options: options)
}
