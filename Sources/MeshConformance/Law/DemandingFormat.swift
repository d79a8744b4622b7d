package import MeshConvert
import MeshFormats

/// A format that demands triangles, though it could hold polygons. This tests operations with formats whose files show
/// all effects of the operations.
private struct DemandingFormat<Wrapped: ReadableFormat & WritableFormat>: WrappingFormat {
    let format: Wrapped

    var descriptor: FormatDescriptor {
        var descriptor = format.descriptor
        descriptor.needs.flatHierarchy = true
        descriptor.needs.triangles = true
        return descriptor
    }
}

extension Pipeline {
    /// A pipeline whose formats all demand triangles and a flat hierarchy.
    package static var demandingTriangles: Pipeline {
        func demanding(_ format: some ReadableFormat & WritableFormat) -> any Format { DemandingFormat(format: format) }
        return Pipeline(
            StandardFormats.all.map { format in
                (format as? any ReadableFormat & WritableFormat).map { demanding($0) } ?? format
            })
    }
}
