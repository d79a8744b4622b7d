/// What the machine, or the container that this runs in, has to give.
public enum Resources {
    /// The most bytes of memory that the process may use, and whether a container says so; nil when nobody knows.
    public static var memory: (byteCount: Int, isOfContainer: Bool)? {
        let machine = System.machineMemory
        if let limit = ContainerLimits().memory, machine.map({ limit < $0 }) ?? true { return (limit, true) }
        return machine.map { ($0, false) }
    }

    /// The bytes of memory that the process has in use now; nil where the system does not say.
    public static var residentByteCount: Int? { System.residentByteCount }
}
