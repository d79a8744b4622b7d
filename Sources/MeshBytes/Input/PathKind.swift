/// What is at a path. Links are followed.
package enum PathKind: Hashable, Sendable {
    case nothing
    case file
    case folder
    /// A pipe, a device, or anything else that is neither.
    case other

    /// Looks at a path.
    ///
    /// - Throws: an error if the system can't tell; that nothing is there is an answer.
    package init(at path: String) throws(SystemError) {
        guard let status = System.status(ofPath: path) else {
            let error = SystemError(operation: "open", path: path, number: System.lastError)
            guard error.isMissing else { throw error }
            self = .nothing
            return
        }
        self = status.isFolder ? .folder : status.isRegular ? .file : .other
    }
}
