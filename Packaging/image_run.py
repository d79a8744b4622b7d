#!/usr/bin/env python3
"""Checks the digests of an OCI archive, unpacks it, and runs its entry point in what it unpacked, without an engine. Needs root.

usage: unshare -m image_run.py ARCHIVE.tar ROOT [FILE...] [-- ARGUMENT...]

ROOT is a new folder; FILEs are put into the image's working folder, as a mounted folder would be.
"""
import gzip
import hashlib
import io
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tarfile

DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    archive, root, *files = words[:split]
    blobs = {}
    with tarfile.open(archive) as tar:
        for entry in tar:
            if entry.isfile():
                blobs[entry.name] = tar.extractfile(entry).read()

    def blob(reference):
        digest = reference["digest"].removeprefix("sha256:")
        data = blobs[f"blobs/sha256/{digest}"]
        if hashlib.sha256(data).hexdigest() != digest or len(data) != reference["size"]:
            sys.exit(f"error: {archive}: blob {digest} is not what its name and size say")
        return data

    (entry,) = json.loads(blobs["index.json"])["manifests"]
    manifest = json.loads(blob(entry))
    config = json.loads(blob(manifest["config"]))
    for layer, expected in zip(manifest["layers"], config["rootfs"]["diff_ids"], strict=True):
        data = gzip.decompress(blob(layer))
        if f"sha256:{hashlib.sha256(data).hexdigest()}" != expected:
            sys.exit(f"error: {archive}: the layer is not the one of the configuration")
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            tar.extractall(root)
    # What every engine makes. The mount ends with this process, which has mounts of its own (unshare -m).
    os.mkdir(os.path.join(root, "proc"))
    subprocess.run(["mount", "-t", "proc", "proc", os.path.join(root, "proc")], check=True)
    os.mkdir(os.path.join(root, "dev"))
    for name, minor in DEVICES.items():
        os.mknod(os.path.join(root, "dev", name), 0o666 | stat.S_IFCHR, os.makedev(1, minor))
    folder = config["config"]["WorkingDir"]
    for file in files:
        shutil.copy(file, pathlib.Path(root) / folder.lstrip("/"))
    command = config["config"]["Entrypoint"] + (words[split + 1 :] or config["config"]["Cmd"])
    os.chroot(root)
    os.chdir(folder)
    os.execve(command[0], command, {})


main()
