/// The resources of the machine, or of the container that this runs in.
public enum Resources {
    /// The maximum bytes of memory for the process, and whether a container sets it; nil when unknown.
    public static var memory: (byteCount: Int, isOfContainer: Bool)? {
        let machine = System.machineMemory
        if let limit = ContainerLimits().memory, machine.map({ limit < $0 }) ?? true { return (limit, true) }
        return machine.map { ($0, false) }
    }

    /// The bytes of memory in use by the process; nil where the system does not report it.
    public static var residentByteCount: Int? { System.memoryInUse?.all }

    /// The bytes of memory in use that are no pages of files: the system can't take them back.
    package static var ownByteCount: Int? { System.memoryInUse.map { $0.all - $0.ofFiles } }
}
