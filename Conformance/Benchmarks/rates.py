"""What this machine's memory and files allow, measured in the same run: a row below its floor is met within 1.2 times of it."""
import os
import time


def best(function, bytes):
    """GB a second, the best of five."""
    found = 0
    for _ in range(5):
        began = time.perf_counter()
        function()
        found = max(found, bytes / (time.perf_counter() - began) / 1e9)
    return found


def measured(folder, size=1 << 28):
    """Bytes that are read from a cached file into a block that is used again, and written to a new file in memory, in GB/s."""
    path, block = os.path.join(folder, "rates"), bytearray(1 << 20)

    def write():
        if os.path.exists(path):
            os.unlink(path)
        with open(path, "wb", buffering=0) as file:
            for _ in range(size >> 20):
                file.write(block)

    def read():
        with open(path, "rb", buffering=0) as file:
            while file.readinto(block):
                pass

    writing = best(write, size)
    reading = best(read, size)
    os.unlink(path)
    return {"read": reading, "write": writing}


def least(rates, source_bytes, target_bytes):
    """The seconds that reading the input and writing the output take by themselves."""
    return source_bytes / rates["read"] / 1e9 + target_bytes / rates["write"] / 1e9
