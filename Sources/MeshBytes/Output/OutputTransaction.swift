/// Files that appear together under their names, or not at all.
///
/// Everything is written to temporary files. ``commit()`` flushes and syncs them, names the side files first and the
/// main file last: its appearance is the commit point. Until then, and after ``discard()``, the folder is as it was.
///
/// - Temporaries: files without a name where the file system has them (nothing is left even after a kill), else hidden
///   files `.NAME.meshconv-…` beside the target.
/// - Main file: replaced as a whole; an existing one gives its permission bits to the new one; a symbolic link stays and
///   the file that it points to is replaced. A device, a pipe or `-` (standard output) gets the bytes at the commit.
/// - Side files: one that exists with other content is an error unless the transaction may replace it; one with the same
///   content is left alone.
public final class OutputTransaction {
    /// What a transaction may do.
    public struct Options: Sendable {
        /// Whether an existing main file is replaced; else it is an error, also when it appears meanwhile.
        public var replacesExisting: Bool
        /// Whether existing side files with other content are replaced.
        public var replacesSideFiles: Bool
        /// Whether contents are forced to the disk before they are named.
        public var synchronises: Bool

        /// Whether what is written will be read again at once. Else large files that are forced to the disk go there past
        /// the system's cache.
        public var staysCached = false

        /// Whether temporaries have no name where the system can do so; else they are hidden files.
        public var usesUnnamedFiles = true
        /// Where the system shows open files; missing in a root that holds nothing but the program.
        package var openFiles = System.openFiles

        /// Counts what is written; a transaction whose work is cancelled before the first file gets its name fails.
        public var work: Work?

        /// Options from their parts.
        public init(replacesExisting: Bool = true, replacesSideFiles: Bool = false, synchronises: Bool = true) {
            self.replacesExisting = replacesExisting
            self.replacesSideFiles = replacesSideFiles
            self.synchronises = synchronises
        }
    }

    /// The path of the main file as given.
    public let mainPath: String
    /// What the transaction may do.
    public let options: Options
    private let stagingFolder: String?
    private var main: StagedFile?
    private var sides: [StagedFile] = []

    /// A transaction that has not touched anything yet.
    ///
    /// - Parameters:
    ///   - mainPath: the main file; `-` is standard output.
    ///   - stagingFolder: where temporary files go; nil is the folder of each target. From another file system the
    ///     contents are copied at the commit, which is then not atomic for a reader of the target.
    ///   - options: what may be replaced.
    public init(mainPath: String, stagingFolder: String? = nil, options: Options = Options()) {
        self.mainPath = mainPath
        self.stagingFolder = stagingFolder
        self.options = options
    }

    /// A transaction that may or may not replace an existing main file.
    public convenience init(mainPath: String, stagingFolder: String? = nil, replacesExisting: Bool) {
        self.init(
            mainPath: mainPath,
            stagingFolder: stagingFolder,
            options: Options(replacesExisting: replacesExisting)
        )
    }

    deinit { discard() }

    /// Whether the main file is standard output, a pipe or a device: written into at the commit, never named.
    public var writesToStream: Bool { StagedFile.isStream(mainPath) }

    /// The sink of the main file; the file is opened by the first call.
    public func openMain() throws(SystemError) -> ByteSink {
        if let main { return main.sink }
        let staged = try stage(mainPath)
        if staged.targetExists, !options.replacesExisting {
            staged.discard()
            throw SystemError(operation: "replace", path: mainPath, number: System.exists)
        }
        main = staged
        return staged.sink
    }

    /// The sink of a side file; a second call with the same path gives the same sink.
    ///
    /// - Parameter path: the target, as a path from the working folder.
    public func openSide(_ path: String) throws(SystemError) -> ByteSink {
        if let open = sides.first(where: { $0.path == path }) { return open.sink }
        let staged = try stage(path)
        sides.append(staged)
        return staged.sink
    }

    private func stage(_ path: String) throws(SystemError) -> StagedFile {
        try StagedFile(
            path: path, stagingFolder: stagingFolder,
            unnamedIn: options.usesUnnamedFiles ? options.openFiles : nil,
            staysCached: options.staysCached || !options.synchronises, work: options.work)
    }

    /// Where the main file can be read before the commit; flush its sink first. Nil until it is opened.
    public var temporaryMainPath: String? { main?.temporaryPath }

    /// Where a side file can be read before the commit; flush its sink first. Nil if it is not open.
    public func temporaryPath(ofSide path: String) -> String? {
        sides.first(where: { $0.path == path })?.temporaryPath
    }

    /// The side files' paths, in the order in which they were opened.
    public var sidePaths: [String] { sides.map(\.path) }

    /// Flushes, syncs and names all files, the main file last.
    ///
    /// When it throws, the main file is as it was; side files named before the failure are removed again unless they
    /// replaced others.
    public func commit() throws(SystemError) {
        var named: [String] = []
        do throws(SystemError) {
            var pending: [StagedFile] = []
            for side in sides {
                try side.sink.flush()
                if try side.targetHasSameContent() { continue }
                if side.targetExists, !options.replacesSideFiles {
                    throw SystemError(operation: "replace", path: side.path, number: System.exists)
                }
                pending.append(side)
            }
            try main?.sink.flush()
            for file in pending + [main].compactMap(\.self) where options.synchronises { try file.synchronise() }
            // Writing into a stream can take for ever and may be cancelled; giving names is done in a moment.
            if main?.isStream == false, let work = options.work, !work.seal() {
                throw SystemError(operation: "write", path: mainPath, number: SystemError.cancelledNumber)
            }
            for side in pending {
                let isNew = !side.targetExists
                try side.name(replacing: options.replacesSideFiles)
                if isNew { named.append(side.target) }
            }
            try main?.name(replacing: options.replacesExisting)
        } catch {
            for path in named { _ = System.unlink(path) }
            discard()
            throw error
        }
        discard()
    }

    /// Removes what was written so far; after a commit it does nothing.
    public func discard() {
        for side in sides { side.discard() }
        main?.discard()
        sides = []
        main = nil
    }

    /// Gives the main file another name than the one it was meant for, replacing a file there, and discards the rest.
    ///
    /// For results that were refused and are wanted for a look: `NAME.rejected.EXT`.
    public func keep(as path: String) throws(SystemError) {
        defer { discard() }
        guard let main else { return }
        try main.sink.flush()
        main.retarget(path)
        try main.name(replacing: true)
    }
}
