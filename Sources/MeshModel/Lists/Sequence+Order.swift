extension Sequence {
    /// The elements in an order; equal ones stay as they are.
    ///
    /// As `sorted(by:)`, for lists that are short: it isn't inlinable, so that it is one code for all of them. Compiled anew
    /// for each type and order, it takes three kilobytes of the program.
    package func inOrder(_ isBefore: (Element, Element) -> Bool) -> [Element] { sorted(by: isBefore) }
}
