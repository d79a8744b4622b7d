#!/usr/bin/env python3
"""Makes every system call of a conversion fail in turn, and ends the program at each, and looks at what is left.

usage: faults.py MESHCONV [--quick | --changing] [--only NAME[,NAME...]]

Linux, with `strace` (Debian's package of that name) and the right to trace. Each scenario converts small files that this
script makes. For each call that the program makes from its first look at the input to its end, and for each of some errors, the program runs once with that error at that call (`strace -e inject`), and once for each of four
signals. After each run:

- exit 0: all files are new, but for a file of the input that the last line says is missing. Another exit code: one of 66, 73, 74 (or 3 where the result couldn't be read again for its proof), with a
  sentence, and all files are old but for the report of the failure.
- after a signal: the main file is old or new, each side file is whole. After SIGINT, SIGTERM and SIGHUP nothing else is left and
  no set is a mixture. After SIGKILL there may be hidden temporaries; the next run removes them, completes the files, and
  says so if it found a mixture.

Then: a full disk (a small file system in memory, where this may mount one), a largest file size, a target that can't be
renamed over, a target that is the source, two writers at once, and the order of writes, names and flushes that a power failure
needs. `--changing` tries only the calls that change files, and `--quick` those with one error and one signal each, in two scenarios.
"""
import argparse
import collections
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import zlib

ERRORS = {
    "openat": ["EACCES", "ENOSPC", "EMFILE", "EIO"],
    "write": ["ENOSPC", "EIO", "EDQUOT", "EINTR"],
    "pwrite64": ["ENOSPC", "EIO", "EINTR"],
    "read": ["EIO", "EINTR"],
    "pread64": ["EIO", "EINTR"],
    "fsync": ["EIO", "ENOSPC", "EINVAL"],
    "fdatasync": ["EIO"],
    "linkat": ["ENOSPC", "EIO", "EPERM", "EXDEV"],
    "link": ["ENOSPC", "EIO", "EPERM", "EXDEV"],
    "rename": ["EACCES", "EIO", "ENOSPC"],
    "unlink": ["EIO"],
    "unlinkat": ["EIO"],
    "mkdir": ["ENOSPC", "EACCES"],
    "rmdir": ["EIO"],
    "fchmod": ["EPERM"],
    "ftruncate": ["EIO"],
    "lseek": ["EIO"],
    "fcntl": ["EINVAL"],
    "newfstatat": ["EIO"],
    "fstat": ["EIO"],
    "stat": ["EIO"],
    "readlink": ["EIO"],
    "getdents64": ["EIO"],
    "flock": ["EAGAIN", "ENOLCK"],
    "close": ["EIO"],
    "dup": ["EMFILE"],
    "ioctl": ["EIO"],
}
CHANGING = ["write", "fsync", "linkat", "link", "rename", "mkdir", "unlink", "unlinkat"]
SIGNALS = ["KILL", "TERM", "INT", "HUP"]
# Errors that may keep a temporary from being removed.
LEAVING = {"unlink", "unlinkat", "rmdir", "openat", "getdents64", "newfstatat", "flock", "fcntl"}
HIDDEN = re.compile(r"(^|/)\.[^/]*\.meshconv-[0-9a-f]{6}(\.undo)?(/|$)")


def png(red, green, blue):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([red, green, blue]) * 4 for _ in range(4))
    head = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def make_inputs(folder, height, color):
    """Writes a textured model, and a folder of two, whose places and pictures depend on the arguments."""
    folder.mkdir(parents=True)
    (folder / "skin.png").write_bytes(png(*color))
    (folder / "in.mtl").write_text(f"newmtl skin\nKd 1 1 0.{height}\nmap_Kd skin.png\n")
    lines = ["mtllib in.mtl"]
    for index in range(40):
        lines += [f"v {index} 0 {height}", f"v {index} 1 {height}"]
    lines += ["vt 0 0", "vt 1 0", "vt 1 1", "usemtl skin"]
    for index in range(1, 77, 2):
        lines += [f"f {index}/1 {index + 2}/2 {index + 1}/3"]
    (folder / "in.obj").write_text("\n".join(lines) + "\n")
    tree = folder / "tree"
    (tree / "inner").mkdir(parents=True)
    for name in ("one.stl", "inner/two.stl"):
        triangle = struct.pack("<12fH", 0, 0, 1, 0, 0, height, 1, 0, height, 0, 1, height, 0)
        (tree / name).write_bytes(b"\0" * 80 + struct.pack("<I", 1) + triangle)


class Scenario:
    def __init__(self, name, arguments, main, kind="set", fresh=False):
        self.name, self.arguments, self.main, self.kind, self.fresh = name, arguments, main, kind, fresh


SCENARIOS = [
    Scenario("one file", ["IN/tree/one.stl", "-o", "out.ply"], "out.ply"),
    Scenario("one new file", ["IN/tree/one.stl", "-o", "out.stl"], "out.stl", fresh=True),
    Scenario("obj with textures", ["IN/in.glb", "-o", "out.obj", "--force"], "out.obj"),
    Scenario("new obj with textures", ["IN/in.glb", "-o", "out.obj", "--force"], "out.obj", fresh=True),
    Scenario("gltf with textures", ["IN/in.obj", "-o", "out.gltf", "--force"], "out.gltf"),
    Scenario("usdz", ["IN/in.obj", "-o", "out.usdz"], "out.usdz"),
    Scenario("verified", ["IN/in.obj", "-o", "out.glb", "--verify"], "out.glb"),
    Scenario("report beside", ["IN/tree/one.stl", "-o", "out.ply", "--report", "out.json"], "out.ply", kind="report"),
    Scenario("folder tree", ["IN/tree", "all/", "--to", "glb", "--force"], None, kind="tree"),
    Scenario("package as folder", ["PACKAGE", "scan", "--to", "raw"], None, kind="folder", fresh=True),
    Scenario("package as zip", ["PACKAGE", "-o", "scan.zip", "--to", "raw"], "scan.zip", fresh=True),
]


def snapshot(folder):
    """Returns the bytes of all files below a folder by their paths; of a report all but its time."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.name == "out.json":
                # A report has the time that the conversion took.
                data = re.sub(rb'"seconds": *[0-9.e-]+', b"", data)
            found[str(path.relative_to(folder))] = data
    return found


class Check:
    def __init__(self, program, home, package):
        self.program, self.home, self.package = program, home, package
        self.counts = collections.Counter()
        self.seen = collections.Counter()
        self.problems = []

    def command(self, scenario, source):
        words = [word.replace("IN", str(self.home / source)).replace("PACKAGE", str(self.package)) for word in
                 scenario.arguments]
        return [self.program, *words, "--threads", "1"]

    def run(self, command, folder, inject=None, trace=None, **more):
        if inject:
            command = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={inject.split(':')[0]}", "-e",
                       f"inject={inject}", *command]
        elif trace:
            command = ["strace", "-f", "-qq", "-y", "-s", "0", "-o", str(trace), *command]
        environment = {"PATH": os.environ["PATH"], "TMPDIR": str(self.home / "tmp")}
        result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=60, **more)
        return result.returncode, (result.stdout + result.stderr).decode(errors="replace")

    def complain(self, *words):
        self.problems.append(" | ".join(str(word) for word in words)[:600])
        print("PROBLEM", self.problems[-1], flush=True)

    def prepare(self, scenario, folder):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.old, folder)

    def all_calls(self, scenario, quick, only_changing):
        self.old, folder = self.home / "old", self.home / "now"
        shutil.rmtree(self.old, ignore_errors=True)
        self.old.mkdir()
        if not scenario.fresh:
            code, text = self.run(self.command(scenario, "b"), self.old)
            if code:
                return self.complain(scenario.name, "the old files can't be made", code, text)
        before = snapshot(self.old)
        self.prepare(scenario, folder)
        trace = self.home / "trace"
        code, text = self.run(self.command(scenario, "a"), folder, trace=trace)
        after = snapshot(folder)
        if code or after == before:
            return self.complain(scenario.name, "fails without any fault", code, text)
        lines = trace.read_text(errors="replace").splitlines()
        if scenario.kind == "set":
            self.order(scenario, lines, folder)
        for line in lines:
            if re.match(r"\d+ +(socket|connect|bind|sendto|sendmsg)\(", line):
                self.complain(scenario.name, "network", line)
        # The system's loader has its say before the program's own first look at a file. Strace counts by thread.
        calls, before_input, is_begun = collections.Counter(), collections.Counter(), False
        for line in lines:
            is_begun = is_begun or (str(self.home) in line or str(self.package) in line) and "execve" not in line
            match = re.match(r"(\d+) +(\w+)\(", line)
            if match:
                calls[match.groups()] += 1
                if not is_begun:
                    before_input[match.group(2)] += 1
        most = {}
        for (_, call), count in calls.items():
            most[call] = max(most.get(call, 0), count)
        for call, errors in ERRORS.items():
            if only_changing and call not in CHANGING:
                continue
            for number in range(before_input[call] + 1, most.get(call, 0) + 1):
                for error in errors[:1] if quick else errors:
                    self.fail(scenario, folder, call, error, number, before, after)
                for name in SIGNALS[:1] if quick else SIGNALS:
                    self.end(scenario, folder, call, name, number, before, after)

    def fail(self, scenario, folder, call, error, number, before, after):
        where = (scenario.name, f"{call} {number}", error)
        self.prepare(scenario, folder)
        self.counts[f"{call} fails"] += 1
        try:
            code, text = self.run(self.command(scenario, "a"), folder, f"{call}:error={error}:when={number}")
        except subprocess.TimeoutExpired:
            return self.complain(*where, "does not end")
        now = snapshot(folder)
        hidden = [name for name in now if HIDDEN.search(name)]
        now = {name: data for name, data in now.items() if name not in hidden}
        if hidden and call not in LEAVING:
            self.complain(*where, "temporaries are left", hidden)
        if code == 0:
            said = now != after and "Missing: " in text
            self.seen["new but for what is said to be missing, exit 0" if said else "all new, exit 0"] += 1
            if now != after and not said:
                self.complain(*where, "exit 0, but the files are not the new ones", self.changed(now, before, after), text)
            return
        told = now.get("out.json", b"")
        if scenario.kind == "report" and b'"status": "failed"' in told:
            # The report of a failure is new.
            self.seen["a report of the failure"] += 1
            now["out.json"] = before["out.json"]
        # What can't be read again isn't proved: `--verify` says so and writes nothing.
        if code not in (66, 73, 74, *([3] if scenario.name == "verified" else [])) or ": error: " not in text and ": warning: " not in text:
            self.complain(*where, "unexpected end", code, text)
        if now == before:
            self.seen["all old, an error"] += 1
        elif scenario.kind in ("tree", "report") and all(data in (before.get(name), after.get(name)) for name, data in
                                                         now.items()):
            self.seen["some new, each whole, an error"] += 1
        elif now == after and ("power failure" in text or "standard output" in text):
            self.seen["all new, an error that says so"] += 1
        else:
            self.complain(*where, "exit", code, "files are not the old ones", self.changed(now, before, after), text)

    def end(self, scenario, folder, call, name, number, before, after):
        where = (scenario.name, f"{call} {number}", f"SIG{name}")
        self.prepare(scenario, folder)
        self.counts[f"SIG{name}"] += 1
        code, text = self.run(self.command(scenario, "a"), folder, f"{call}:signal={name}:when={number}")
        number = getattr(signal, "SIG" + name)
        if code not in (128 + number, -number, 0):
            self.complain(*where, "unexpected end", code, text)
        everything = snapshot(folder)
        now = {path: data for path, data in everything.items() if not HIDDEN.search(path)}
        for path, data in now.items():
            if data not in (before.get(path), after.get(path)):
                self.complain(*where, "a file is not whole", path)
        is_mixed = now != before and now != after and scenario.kind == "set"
        if is_mixed and now.get(scenario.main) == after.get(scenario.main):
            self.complain(*where, "the main file is new before its side files", self.changed(now, before, after))
        if name != "KILL" and (is_mixed or len(now) != len(everything)):
            self.complain(*where, "something is left", self.changed(everything, before, after))
        if scenario.kind == "folder" and now not in (before, after):
            self.complain(*where, "a part of the package is there", sorted(now))
        self.seen["a mixture after a kill" if is_mixed else "old after a signal" if now == before else
                  "new after a signal" if now == after else "each file whole after a signal"] += 1
        if len(now) != len(everything):
            self.seen["hidden temporaries after a kill"] += 1
        # The next run.
        if scenario.kind == "folder" and now == after:
            return
        code, text = self.run(self.command(scenario, "a"), folder)
        if code or snapshot(folder) != after:
            self.complain(*where, "the next run does not repair it", code, self.changed(snapshot(folder), before, after), text)
        if any(HIDDEN.search(str(path)) for path in folder.rglob("*")):
            self.complain(*where, "the next run leaves temporaries", [str(path) for path in folder.rglob(".*")])
        if is_mixed:
            self.seen["a mixture that the next run named and repaired"] += 1
            if "killed run" not in text:
                self.complain(*where, "the next run does not name the mixture", text)

    @staticmethod
    def changed(now, before, after):
        names = sorted(set(now) | set(before) | set(after))
        def state(name):
            if name not in now:
                return "missing"
            if name not in before and name not in after:
                return "surplus"
            same = now[name] == before.get(name), now[name] == after.get(name)
            return {(True, True): "same", (True, False): "old", (False, True): "new", (False, False): "BROKEN"}[same]
        return ", ".join(f"{name} {state(name)}" for name in names)

    def order(self, scenario, lines, folder):
        """Contents are flushed before they get a name, and the folder after the last name; side files before the main one."""
        written, flushed, folders, problems = {}, set(), False, []
        named_main = False
        for line in lines:
            call = re.match(r"\d+ +(\w+)\((.*)", line)
            if not call:
                continue
            name, rest = call.groups()
            if "= -1" in rest:
                continue
            if name in ("write", "pwrite64"):
                descriptor = rest.split("<")[0]
                flushed.discard(descriptor)
            elif name == "fsync":
                descriptor = rest.split("<")[0]
                flushed.add(descriptor)
                if str(folder) + ">" in rest:
                    folders = True
            elif name == "linkat" and ".meshconv-" not in rest.split(", ")[3]:
                descriptor = re.search(r"/proc/self/fd/(\d+)", rest)
                if descriptor and descriptor.group(1) not in flushed:
                    problems.append(f"named before it is flushed: {rest[:120]}")
                if scenario.main in rest.split(", ")[3]:
                    named_main = True
                folders = False
            elif name == "rename":
                folders = False
        if not folders:
            problems.append("the folder is not flushed after the last name")
        self.counts["orders looked at"] += 1
        for problem in problems:
            self.complain(scenario.name, "order", problem)

    # Real causes.

    def full_disk(self):
        """Runs with ever more room, until it is enough."""
        disk = self.home / "disk"
        disk.mkdir()
        command = self.command(SCENARIOS[2], "a")
        for pages in range(1, 40):
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={pages * 4096}", "none", str(disk)],
                                     capture_output=True)
            if mounted.returncode:
                print("full disk: not tried, no right to mount")
                return
            try:
                code, text = self.run(command, disk)
                self.counts["full disks"] += 1
                left = sorted(str(path) for path in disk.rglob("*"))
                if code == 0:
                    return
                if code != 74 or "space" not in text or left:
                    self.complain("full disk", pages, code, text, left)
            finally:
                subprocess.run(["umount", str(disk)], check=True)

    def largest_size(self):
        folder = self.home / "size"
        for size in (0, 1, 100, 1000):
            for scenario in SCENARIOS[:8]:
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                code, text = self.run(self.command(scenario, "a"), folder,
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
                self.counts["largest file sizes"] += 1
                left = [str(path) for path in folder.rglob("*") if scenario.kind != "report" or path.suffix == ".json"]
                if code != 0 and (code != 74 or "file too large" not in text or left):
                    self.complain("largest file size", size, scenario.name, code, text, left)

    def odd_targets(self):
        folder = self.home / "odd"
        folder.mkdir()
        # The source itself, and a folder in the way.
        (folder / "in.stl").write_bytes((self.home / "a/tree/one.stl").read_bytes())
        code, text = self.run([self.program, "in.stl", "-o", "in.stl", "--force"], folder)
        self.counts["odd targets"] += 2
        if (folder / "in.stl").read_bytes() != (self.home / "a/tree/one.stl").read_bytes() and code:
            self.complain("target is the source", code, text)
        os.symlink("in.stl", folder / "link.stl")
        os.link(folder / "in.stl", folder / "hard.stl")
        for name in ("link.stl", "hard.stl"):
            code, text = self.run([self.program, "in.stl", "-o", name], folder)
            if (folder / "in.stl").stat().st_size != 134:
                self.complain("target is a link to the source", name, code, text)
        (folder / "way.ply").mkdir()
        code, text = self.run([self.program, "in.stl", "-o", "way.ply", "--force"], folder)
        if code not in (64, 73, 74) or sorted(os.listdir(folder)) != ["hard.stl", "in.stl", "link.stl", "way.ply"]:
            self.complain("a folder is in the way", code, text, os.listdir(folder))

    def two_writers(self, rounds):
        folder = self.home / "both"
        for scenario in (SCENARIOS[0], SCENARIOS[2], SCENARIOS[4]):
            results = []
            for source in ("a", "b"):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                self.run(self.command(scenario, source), folder)
                results.append(snapshot(folder))
            for _ in range(rounds):
                running = [subprocess.Popen(self.command(scenario, source), cwd=folder, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL) for source in ("a", "b", "a", "b")]
                codes = [one.wait(timeout=60) for one in running]
                self.counts["rounds of four writers"] += 1
                if snapshot(folder) not in results or any(codes):
                    self.complain("two writers", scenario.name, codes, self.changed(snapshot(folder), *results))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--changing", action="store_true")
    parser.add_argument("--only", help="names of scenarios, with commas")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    if not shutil.which("strace") or subprocess.run(["strace", "-qq", "-o", os.devnull, "true"],
                                                    capture_output=True).returncode:
        print("faults: not tried, since strace is missing or may not trace")
        return
    package = pathlib.Path(__file__).resolve().parent.parent / "cases/package/capture"
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        (home / "tmp").mkdir()
        make_inputs(home / "a", 0, (200, 30, 30))
        make_inputs(home / "b", 5, (30, 30, 200))
        for source in ("a", "b"):
            subprocess.run([program, str(home / source / "in.obj"), "-o", str(home / source / "in.glb")], check=True,
                           capture_output=True)
        check = Check(program, home, package)
        only = options.only.split(",") if options.only else None
        for scenario in SCENARIOS:
            if only is None or scenario.name in only:
                if not options.quick or scenario in (SCENARIOS[0], SCENARIOS[2]):
                    check.all_calls(scenario, options.quick, options.quick or options.changing)
                    print(f"{scenario.name}: {sum(check.counts.values())} so far", flush=True)
        if only is None:
            check.full_disk()
            check.largest_size()
            check.odd_targets()
            check.two_writers(3 if options.quick else 25)
        for name, count in sorted(check.counts.items()):
            print(f"  {count:6} {name}")
        print("seen:")
        for name, count in sorted(check.seen.items()):
            print(f"  {count:6} {name}")
        print(f"faults: {sum(check.counts.values())} tried, {len(check.problems)} problems")
        sys.exit(1 if check.problems else 0)


if __name__ == "__main__":
    main()
