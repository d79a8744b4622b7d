import MeshConvert

/// Makes a mesh of a capture's depth frames.
func mesh(of capture: String, to output: String) throws -> Report {
    var options = ConvertOptions()
    options.reconstruction = ReconstructionOptions(.tsdf)
    return try convert(capture, to: output, options: options)
}
