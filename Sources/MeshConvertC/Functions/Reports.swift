// Bounds: indices are compared with the counts; texts belong to the report's handle.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshConvert
import MeshFormats

@c @implementation
public func meshconv_report_json(_ report: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let report = unsafe ReportHandle.found(report) else { return nil }
    return unsafe report.texts.pointer(report.json.text(.pretty))
}

@c @implementation
public func meshconv_report_summary(_ report: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let report = unsafe ReportHandle.found(report) else { return nil }
    return unsafe report.texts.pointer(report.summary)
}

@c @implementation
public func meshconv_report_file_count(_ report: OpaquePointer?) -> Int {
    unsafe ReportHandle.found(report)?.fileCount ?? 0
}

@c @implementation
public func meshconv_report_file(
    _ report: OpaquePointer?, _ index: Int, _ file: UnsafeMutablePointer<meshconv_file>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let report = try unsafe ReportHandle.of(report, "a report")
        try unsafe place(file, "a file").pointee = report.file(index)
        return .done
    }
}

@c @implementation
public func meshconv_report_loss_count(_ report: OpaquePointer?) -> Int {
    unsafe ReportHandle.found(report)?.losses.count ?? 0
}

@c @implementation
public func meshconv_report_loss(
    _ report: OpaquePointer?, _ index: Int, _ loss: UnsafeMutablePointer<meshconv_loss>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let report = try unsafe ReportHandle.of(report, "a report")
        guard report.losses.indices.contains(index) else { throw .beyond(index, report.losses.count, "losses") }
        let found = report.losses[index]
        let texts = report.texts
        try unsafe place(loss, "a loss").pointee = unsafe meshconv_loss(
            code: texts.pointer(found.code.rawValue), severity: texts.pointer(found.severity.rawValue),
            rank: texts.pointer(found.rank.rawValue), subject: texts.pointer(found.subject),
            count: UInt64(clamping: found.count), message: texts.pointer(found.message),
            remedy: texts.pointer(found.remedy?.typed))
        return .done
    }
}

@c @implementation
public func meshconv_report_free(_ report: OpaquePointer?) { unsafe ReportHandle.free(report) }
