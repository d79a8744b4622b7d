import MeshFormats

extension PackageReading {
    mutating func readPolycamRaw() throws(ReadError) {}
    mutating func readScannerApp() throws(ReadError) {}
    mutating func readStrayScanner() throws(ReadError) {}
}
