import Foundation

/// What an ending of meshconv means for the upload (its README lists the exit codes).
enum Verdict: Equatable {
    case made
    /// The upload is at fault, or it isn't allowed: another try gives the same.
    case refused(String)
    /// The reason may pass: a full disk, memory, time.
    case passing(String)
    /// meshconv or the command line is at fault.
    case defect(String)
    case stopped

    /// - Parameter document: What meshconv printed: JSON with a sentence for people, if it failed.
    init(_ ending: Ending, document: Data? = nil) {
        let error = document.flatMap { (try? JSONSerialization.jsonObject(with: $0)) as? [String: Any] }?["error"]
        let message = ((error as? [String: Any])?["message"] as? String).map { ": " + $0.prefix(300) } ?? ""
        switch ending {
        case .exit(0): self = .made
        case .exit(2):
            self = .refused("something would be lost, or persons may be visible, and that isn't allowed\(message)")
        case .exit(65): self = .refused("it is broken\(message)")
        case .exit(69): self = .refused("this meshconv can't convert it\(message)")
        case .exit(66), .exit(73), .exit(74): self = .passing("reading or writing failed\(message)")
        case .exit(75): self = .passing("it needed too much memory or time\(message)")
        // Ended from outside: by the system when memory is short, or by a person. Other signals are crashes.
        case .exit(129), .exit(130), .exit(137), .exit(143): self = .passing("meshconv was killed")
        case .exit(let code): self = .defect("meshconv ended with exit code \(code)\(message)")
        case .tookTooLong: self = .passing("it took too long")
        case .stopped: self = .stopped
        }
    }
}

/// What became of an upload as a whole.
struct Outcome: Equatable {
    enum State: Equatable {
        case done, rejected, failed, later
        case stopped
    }
    let state: State
    /// One sentence, for people.
    let note: String

    init(_ state: State, _ note: String) {
        self.state = state
        self.note = note
    }

    /// Puts the verdicts of the steps together. A target that is refused doesn't spoil the others.
    init(steps: [(target: String, verdict: Verdict)], findings: String) {
        var made: [String] = []
        var refused: [String] = []
        for (target, verdict) in steps {
            switch verdict {
            case .made: made.append(target)
            case .refused(let reason): refused.append("\(target): \(reason)")
            case .passing(let reason):
                self.init(.later, "\(target): \(reason)")
                return
            case .defect(let reason):
                self.init(.failed, "\(target): \(reason)")
                return
            case .stopped:
                self.init(.stopped, "")
                return
            }
        }
        let notes = (refused + (findings.isEmpty ? [] : [findings])).joined(separator: "; ")
        if made.isEmpty, !refused.isEmpty {
            self.init(.rejected, notes)
        } else {
            let what =
                made.isEmpty ? "kept; it holds nothing that the targets need" : "made " + made.joined(separator: ", ")
            self.init(.done, notes.isEmpty ? what : "\(what); \(notes)")
        }
    }
}
