import Foundation
import GRDB

/// An upload that was acknowledged, and what became of it.
struct Upload: Codable, FetchableRecord, Sendable {
    let id: Int64
    let name: String
    let sha256: String
    /// 1 for the first upload of this name, 2 for the next with other bytes.
    let version: Int
    let bytes: Int64
    /// Seconds since 1970.
    let received: Double
    let state: State
    /// How often it was tried and failed for a passing reason.
    let tries: Int
    /// How often the receiver ended while it was worked on.
    let interruptions: Int
    /// One sentence, for people.
    let note: String

    var key: UploadKey { UploadKey(name: name, sha256: sha256) }

    enum State: String, Codable, DatabaseValueConvertible, CaseIterable {
        case queued, working, done
        /// The upload is at fault: another try gives the same.
        case rejected
        /// meshconv or the command line is at fault, or all tries were in vain. Tried again when either changed.
        case failed
        /// The file was removed by somebody.
        case gone
    }
}

/// The queue, in SQLite. What `add` has returned for survives a kill and a loss of power.
struct Queue: Sendable {
    private let database: DatabasePool
    /// After so many interruptions an upload is thought to cause them.
    static let mostInterruptions = 50

    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            // The default for WAL syncs at checkpoints only.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        database = try DatabasePool(path: path, configuration: configuration)
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS upload (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, sha256 TEXT NOT NULL,
                        version INTEGER NOT NULL, bytes INTEGER NOT NULL, received REAL NOT NULL,
                        state TEXT NOT NULL DEFAULT 'queued', tries INTEGER NOT NULL DEFAULT 0,
                        interruptions INTEGER NOT NULL DEFAULT 0, notBefore REAL NOT NULL DEFAULT 0,
                        tool TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '', UNIQUE (name, sha256));
                    CREATE INDEX IF NOT EXISTS upload_state ON upload (state, notBefore)
                    """)
        }
    }

    /// Adds an upload whose file has its place. One that is known is queued again only if `again`.
    func add(_ key: UploadKey, bytes: Int64, again: Bool = false, now: Double) async throws -> Upload {
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO upload (name, sha256, version, bytes, received)
                    SELECT ?1, ?2, 1 + (SELECT COALESCE(MAX(version), 0) FROM upload WHERE name = ?1), ?3, ?4
                    WHERE true ON CONFLICT (name, sha256) DO UPDATE
                    SET state = 'queued', tries = 0, notBefore = 0, note = '' WHERE ?5
                    """, arguments: [key.name, key.sha256, bytes, now, again])
            guard let upload = try Self.find(key, in: database) else {
                throw DatabaseError(message: "an upload is missing")
            }
            return upload
        }
    }

    func find(_ key: UploadKey) async throws -> Upload? { try await database.read { try Self.find(key, in: $0) } }

    private static func find(_ key: UploadKey, in database: Database) throws -> Upload? {
        try Upload.fetchOne(
            database, sql: "SELECT * FROM upload WHERE name = ? AND sha256 = ?", arguments: [key.name, key.sha256])
    }

    /// All versions of a name, the newest first.
    func versions(of name: String) async throws -> [Upload] {
        try await database.read { database in
            try Upload.fetchAll(
                database, sql: "SELECT * FROM upload WHERE name = ? ORDER BY version DESC", arguments: [name])
        }
    }

    /// The newest uploads first.
    func newest(_ count: Int) async throws -> [Upload] {
        try await database.read { database in
            try Upload.fetchAll(database, sql: "SELECT * FROM upload ORDER BY id DESC LIMIT ?", arguments: [count])
        }
    }

    /// How many uploads there are in each state; states with none, too.
    func counts() async throws -> [(Upload.State, Int)] {
        let found = try await database.read { database in
            try Row.fetchAll(database, sql: "SELECT state, COUNT(*) AS n FROM upload GROUP BY state")
                .reduce(into: [String: Int]()) { $0[$1["state"]] = $1["n"] }
        }
        return Upload.State.allCases.map { ($0, found[$0.rawValue] ?? 0) }
    }
}

/// What the workers do, on threads of their own.
extension Queue {
    /// Takes the next upload: those that were interrupted last, so that one that brings the receiver down holds up no other.
    func claim(now: Double) throws -> Upload? {
        try database.write { database in
            try Upload.fetchOne(
                database,
                sql: """
                    UPDATE upload SET state = 'working' WHERE id = (
                        SELECT id FROM upload WHERE state = 'queued' AND notBefore <= ?
                        ORDER BY interruptions, tries, id LIMIT 1) RETURNING *
                    """, arguments: [now])
        }
    }

    /// Says what became of an upload.
    func finish(_ upload: Upload, _ state: Upload.State, note: String, tool: String) throws {
        try change(upload, "state = ?, note = ?, tool = ?", [state.rawValue, note, tool])
    }

    /// Gives an upload back, to be tried again later.
    func retry(_ upload: Upload, note: String, at time: Double) throws {
        try change(upload, "state = 'queued', tries = tries + 1, note = ?, notBefore = ?", [note, time])
    }

    /// Gives an upload back without counting a try, since the receiver stops or its program is missing.
    func release(_ upload: Upload, until time: Double) throws {
        try change(upload, "state = 'queued', notBefore = ?", [time])
    }

    private func change(_ upload: Upload, _ assignments: String, _ values: StatementArguments) throws {
        try database.write { database in
            try database.execute(sql: "UPDATE upload SET \(assignments) WHERE id = ?", arguments: values + [upload.id])
        }
    }

    /// At the start: queues again what was interrupted, and what failed with another program or command line.
    func recover(tool: String) throws {
        try database.write { database in
            try database.execute(
                sql: "UPDATE upload SET state = 'queued', interruptions = interruptions + 1 WHERE state = 'working'")
            try database.execute(
                sql:
                    "UPDATE upload SET state = 'failed', tool = ?, note = ? WHERE state = 'queued' AND interruptions >= ?",
                arguments: [tool, "the receiver ended each time while this was converted", Self.mostInterruptions])
            try database.execute(
                sql: """
                    UPDATE upload SET state = 'queued', tries = 0, interruptions = 0, notBefore = 0
                    WHERE state = 'failed' AND tool <> ?
                    """, arguments: [tool])
        }
    }
}
