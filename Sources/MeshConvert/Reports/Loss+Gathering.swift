import MeshFormats

extension [Loss] {
    /// The losses with one entry for each cause and subject: what happens to each showing of a mesh is told once, with
    /// the sum of the counts and the largest of the errors.
    func gathered() -> [Loss] {
        var gathered: [Loss] = []
        var places: [Loss: Int] = [:]
        for loss in self {
            var kind = loss
            kind.count = 0
            kind.largestError = nil
            guard let place = places[kind] else {
                places[kind] = gathered.count
                gathered.append(loss)
                continue
            }
            gathered[place].count += loss.count
            if let error = loss.largestError {
                gathered[place].largestError = Swift.max(gathered[place].largestError ?? 0, error)
            }
        }
        return gathered
    }
}
