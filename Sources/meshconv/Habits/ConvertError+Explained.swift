import MeshConvert

extension ConvertError {
    /// The error with the limit that caused it, and with advice.
    var explained: ConvertError { Watchdog.shared.explained(self).advised }
}
