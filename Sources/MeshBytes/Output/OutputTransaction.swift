/// Files that appear together under their names, or not at all.
///
/// Everything is written to temporary files. ``commit()`` flushes and syncs them, then names the side files first and
/// the main file last: that is the commit point. Until then, and after ``discard()``, the folder is unchanged.
///
/// - Temporaries: unnamed files where the file system has them (nothing is left even after a kill), else hidden files
///   `.NAME.meshconv-…` beside the target. What a killed process leaves is removed by the next that writes to the folder.
/// - Several files: two transactions don't mix their files. A kill while they are named is undone by the next process that
///   writes to the folder, where the file system has hard links.
/// - Power loss: the contents are on the disk before a name, and the names of side files before the main file's.
/// - Main file: replaced as a whole, if it may be. An existing one passes on its permission bits; a symbolic link stays
///   and the file that it points to is replaced. A device, a pipe or `-` (standard output) gets the bytes at the commit.
/// - Side files: an existing one with other content is an error unless the transaction may replace it; one with the
///   same content is left alone.
public final class OutputTransaction {
    /// The options of a transaction.
    public struct Options: Sendable {
        /// Whether an existing main file is replaced; otherwise it is an error, even if it appears later.
        public var replacesExisting: Bool
        /// Whether an existing main file that may not be replaced is left alone if it has the same bytes, instead of being
        /// an error.
        public var keepsEqual = false
        /// Whether existing side files with other content are replaced.
        public var replacesSideFiles: Bool
        /// The bytes of the paths of side files that are replaced in any case if they still have these digests.
        package var replacedSides: [[UInt8]: String] = [:]
        /// Whether contents are forced to the disk before the files are named.
        public var synchronises: Bool

        /// Whether the output will be read again at once. If not, large files that are forced to the disk bypass the
        /// system's cache.
        public var staysCached = false

        /// Whether temporaries are unnamed where the system supports it; else they are hidden files.
        public var usesUnnamedFiles = true
        /// The folder where the system lists open files; missing in a root that has nothing but the program.
        package var openFiles = System.openFiles

        /// Counts the bytes written; the transaction fails if this work is cancelled before the first file is named.
        public var work: Work?

        /// Creates options.
        public init(replacesExisting: Bool = true, replacesSideFiles: Bool = false, synchronises: Bool = true) {
            self.replacesExisting = replacesExisting
            self.replacesSideFiles = replacesSideFiles
            self.synchronises = synchronises
        }
    }

    /// The path of the main file as given.
    public let mainPath: String
    /// The options of the transaction.
    public let options: Options
    private let stagingFolder: String?
    private var main: StagedFile?
    private var sides: [StagedFile] = []
    /// The side files that may replace those of an earlier run.
    private var replaced: Set<ObjectIdentifier> = []
    /// The side files by the bytes of their paths: paths that are only canonically equal are those of different files.
    private var sidesByPath: [[UInt8]: StagedFile] = [:]

    /// Creates a transaction, without touching any file.
    ///
    /// - Parameters:
    ///   - mainPath: the main file; `-` is standard output.
    ///   - stagingFolder: the folder for temporary files; nil is the folder of each target. From another file system
    ///     the contents are copied at the commit, which is then not atomic for a reader of the target.
    ///   - options: the options, such as what may be replaced.
    public init(mainPath: String, stagingFolder: String? = nil, options: Options = Options()) {
        self.mainPath = mainPath
        self.stagingFolder = stagingFolder
        self.options = options
    }

    /// Creates a transaction that may or may not replace an existing main file.
    public convenience init(mainPath: String, stagingFolder: String? = nil, replacesExisting: Bool) {
        self.init(
            mainPath: mainPath,
            stagingFolder: stagingFolder,
            options: Options(replacesExisting: replacesExisting)
        )
    }

    deinit { discard() }

    /// Whether the main file is standard output, a pipe or a device, which is written at the commit and never named.
    public var writesToStream: Bool { StagedFile.isStream(mainPath) }

    /// Returns the sink of the main file; the first call opens the file.
    public func openMain() throws(SystemError) -> ByteSink {
        if let main { return main.sink }
        let staged = try stage(mainPath)
        if staged.targetExists, !options.replacesExisting, !options.keepsEqual {
            staged.discard()
            throw SystemError(operation: "replace", path: mainPath, number: System.exists)
        }
        main = staged
        return staged.sink
    }

    /// Returns the sink of a side file; a second call with the same path returns the same sink.
    ///
    /// - Parameter path: the target, relative to the working folder.
    public func openSide(_ path: String) throws(SystemError) -> ByteSink {
        let bytes = Array(path.utf8)
        if let open = sidesByPath[bytes] { return open.sink }
        let staged = try stage(path)
        sides.append(staged)
        sidesByPath[bytes] = staged
        return staged.sink
    }

    private func stage(_ path: String) throws(SystemError) -> StagedFile {
        try StagedFile(
            path: path, stagingFolder: stagingFolder,
            unnamedIn: options.usesUnnamedFiles ? options.openFiles : nil,
            staysCached: options.staysCached || !options.synchronises, work: options.work)
    }

    /// The path to read the main file from before the commit; flush its sink first. Nil until it is opened.
    public var temporaryMainPath: String? { main?.temporaryPath }

    /// The path to read a side file from before the commit; flush its sink first. Nil if it is not open.
    public func temporaryPath(ofSide path: String) -> String? {
        sidesByPath[Array(path.utf8)]?.temporaryPath
    }

    /// The side files' paths, in the order in which they were opened.
    public var sidePaths: [String] { sides.map(\.path) }

    /// The main files of sets that an earlier process left partly new and this one brought back to what they were, since
    /// the last call. Each folder that is written to is looked at once.
    package static func takeRepaired() -> [String] { Leftovers.takeRepaired() }

    /// Flushes, syncs and names all files, the main file last.
    ///
    /// When it throws, the main file is unchanged, and side files are again what they were; only after an error of the
    /// operation `save` all files are new, but the disk failed to take their names. Signals wait while files are named.
    public func commit() throws(SystemError) {
        defer { discard() }
        var pending = try pending(of: sides)
        try main?.sink.flush()
        if let main, main.targetExists, !options.replacesExisting {
            guard options.keepsEqual, try main.targetHasSameContent() else {
                throw SystemError(operation: "replace", path: main.path, number: System.exists)
            }
            main.discard()
            self.main = nil
        }
        try prepare(pending + [main].compactMap(\.self))
        // Writing into a stream can take forever and may be cancelled; naming files takes only a moment.
        if main?.isStream == false, let work = options.work, !work.seal() {
            throw SystemError(operation: "write", path: mainPath, number: SystemError.cancelledNumber)
        }
        if main?.isStream == true { return try name(pending, nil) }
        SignalCleanup.beginNaming()
        defer { SignalCleanup.endNaming() }
        guard let main, !sides.isEmpty else { return try name(pending, nil) }
        let lock = FolderLock(StagedFile.folder(of: main.target))
        defer { withExtendedLifetime(lock) {} }
        // Another writer may have replaced files that had the same contents a moment ago.
        let known = Set(pending.map(ObjectIdentifier.init))
        let late = try self.pending(of: sides.filter { !known.contains(ObjectIdentifier($0)) })
        try prepare(late)
        pending += late
        if pending.isEmpty { return try name([], nil) }
        // New side files that a power failure leaves without their main file disturb nothing.
        let replaces = pending.contains(where: \.targetExists)
        let way = try UndoFolder(main: main, sides: pending, synchronises: options.synchronises && replaces)
        defer { way?.remove() }
        try name(pending, way)
    }

    /// The side files that have to be named; those with equal contents are left alone.
    private func pending(of sides: [StagedFile]) throws(SystemError) -> [StagedFile] {
        var pending: [StagedFile] = []
        for side in sides {
            try side.sink.flush()
            if try side.targetHasSameContent() { continue }
            if side.targetExists, !options.replacesSideFiles {
                guard isOfEarlierRun(side) else {
                    throw SystemError(operation: "replace", path: side.path, number: System.exists)
                }
                replaced.insert(ObjectIdentifier(side))
            }
            pending.append(side)
        }
        return pending
    }

    /// Whether a side file still is what an earlier run wrote.
    private func isOfEarlierRun(_ side: StagedFile) -> Bool {
        guard let digest = options.replacedSides[Array(side.path.utf8)] else { return false }
        return (try? SHA256.digest(of: Input.file(side.path))) == digest
    }

    /// Brings contents onto the disk, beside their targets.
    private func prepare(_ files: [StagedFile]) throws(SystemError) {
        for file in files {
            try file.moveBeside()
            if options.synchronises { try file.synchronise() }
        }
    }

    /// Names the side files and then, when their names are on the disk, the main file.
    private func name(_ pending: [StagedFile], _ way: UndoFolder?) throws(SystemError) {
        var named: [String] = []
        do throws(SystemError) {
            for side in pending {
                let isNew = !side.targetExists
                try side.name(replacing: options.replacesSideFiles || replaced.contains(ObjectIdentifier(side)))
                if isNew { named.append(side.target) }
            }
            try synchroniseFolders(of: pending)
            try main?.name(replacing: options.replacesExisting)
        } catch {
            way?.undo()
            if way == nil { for path in named { _ = System.unlink(path) } }
            throw error.operation == SystemError.saving
                ? SystemError(operation: "write", path: error.path, number: error.number) : error
        }
        if let main, !main.isStream { try synchroniseFolders(of: [main]) }
    }

    private func synchroniseFolders(of files: [StagedFile]) throws(SystemError) {
        guard options.synchronises else { return }
        for folder in Set(files.map { StagedFile.folder(of: $0.target) }).sorted() {
            try FolderLock.synchronise(folder)
        }
    }

    /// Removes what was written so far; after a commit it does nothing.
    public func discard() {
        for side in sides { side.discard() }
        main?.discard()
        sides = []
        sidesByPath = [:]
        main = nil
    }

    /// Names the main file `path` instead of its target, replacing a file there, and discards the rest.
    ///
    /// Used to keep rejected results for inspection: `NAME.rejected.EXT`.
    public func keep(as path: String) throws(SystemError) {
        defer { discard() }
        guard let main else { return }
        try main.sink.flush()
        main.retarget(path)
        try main.name(replacing: true)
    }
}
