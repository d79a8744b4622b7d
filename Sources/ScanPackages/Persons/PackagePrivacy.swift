import MeshBytes
import MeshFormats

/// What is known about persons in the pictures and depth of a package: see *Metadata and persons* in the Scan packages
/// article.
public enum PackagePrivacy: Hashable, Sendable {
    /// An export of a capture with its privacy filter on: persons are hidden.
    case hidden
    /// A capture with its privacy filter off: persons are shown as they are, which the user agreed to.
    case shown
    /// The package doesn't say it, or not in a form that can be read.
    case unknown
    /// The device's own folder of a capture with its filter on: exporting it is what hides persons.
    case toBeHidden
}

extension ScanPackage {
    /// Whether this is the folder that the app keeps on the device, and not an export of it.
    var isDeviceFolder: Bool {
        files.hasFolder("raw_data") || files["arworldmap.map"] != nil || frames.contains { hasMaskOfPersons($0) }
    }

    /// What is known about persons in its pictures.
    public var privacy: PackagePrivacy {
        let flag = metadata?["privacy_filter"]
        guard isDeviceFolder else {
            switch flag?.bool {
            case true?: return .hidden
            case false?: return .shown
            case nil: return .unknown
            }
        }
        // As in the app: masks are only kept with the filter on, and what can't be read may say that it was on.
        if hidesPrivacy || metadata == nil || frames.contains(where: { hasMaskOfPersons($0) }) { return .toBeHidden }
        guard let flag else { return .unknown }
        return flag.bool == false ? .shown : .toBeHidden
    }

    /// What a receiver of its pictures may want to know; nil: nothing, or it is no capture of the app.
    var privacyNote: Diagnostic? {
        guard kind == .scan4D, hasPictures else { return nil }
        let (code, message): (PackageCode, String)
        switch privacy {
        case .hidden: return nil
        case .shown: (code, message) = (.privacyOff, "people may be visible: the capture's privacy filter was off")
        case .unknown:
            (code, message) = (
                .privacyUnknown,
                "people may be visible: privacy_filter in scan4d_metadata.json is "
                    + (metadata?["privacy_filter"] == nil ? "missing" : "neither true nor false")
            )
        case .toBeHidden:
            (code, message) = (
                .privacyPending, "people may be visible: this is the device's own folder, not an export"
            )
        }
        return Diagnostic(code, .note, entry: metadataPath, message)
    }
}
