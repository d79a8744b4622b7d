#!/usr/bin/env python3
"""Writes a container image with one layer as an OCI archive (a tar), without a container engine.

usage: image.py OUTPUT.tar --name NAME --version VERSION --entrypoint WORD... -- /PATH=FILE...

The same files give the same bytes; all times are SOURCE_DATE_EPOCH. `skopeo copy oci-archive:OUTPUT.tar docker://…` pushes it,
`podman load -i OUTPUT.tar` and `docker load -i OUTPUT.tar` (Docker 25 or newer) load it.
"""
import argparse
import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import tarfile

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
OCI = "application/vnd.oci.image."


def add(tar, name, data=None, mode=0o644):
    """Adds a file, or without data a folder."""
    entry = tarfile.TarInfo(name)
    entry.mtime = EPOCH
    if data is None:
        entry.type, entry.mode = tarfile.DIRTYPE, 0o755
        tar.addfile(entry)
    else:
        entry.size, entry.mode = len(data), mode
        tar.addfile(entry, io.BytesIO(data))


def layer(files):
    """The files as a tar, and /work, where the folder with models is mounted."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, file in sorted(files):
            add(tar, path.lstrip("/"), file.read_bytes(), 0o755 if os.access(file, os.X_OK) else 0o644)
        add(tar, "work")
    return buffer.getvalue()


class Layout:
    """The blobs of an image, by digest."""

    def __init__(self):
        self.blobs = {}

    def put(self, data, kind, **more):
        digest = hashlib.sha256(data).hexdigest()
        self.blobs[digest] = data
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data), **more}

    def put_json(self, value, kind, **more):
        return self.put(json.dumps(value, sort_keys=True).encode(), kind, **more)

    def write(self, path, index):
        new = path.with_name(path.name + ".new")
        with tarfile.open(new, "w", format=tarfile.USTAR_FORMAT) as tar:
            add(tar, "oci-layout", b'{"imageLayoutVersion": "1.0.0"}')
            add(tar, "index.json", json.dumps(index, sort_keys=True).encode())
            add(tar, "blobs")
            add(tar, "blobs/sha256")
            for digest in sorted(self.blobs):
                add(tar, f"blobs/sha256/{digest}", self.blobs[digest])
        os.replace(new, path)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--entrypoint", action="append", required=True)
    parser.add_argument("files", nargs="+")
    given = parser.parse_args()

    files = [(path, pathlib.Path(file)) for path, file in (each.split("=", 1) for each in given.files)]
    created = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.title": given.name,
        "org.opencontainers.image.version": given.version,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.created": created,
    }
    tar = layer(files)
    layout = Layout()
    manifest = {
        "schemaVersion": 2,
        "mediaType": OCI + "manifest.v1+json",
        "config": layout.put_json(
            {
                "created": created,
                "architecture": MACHINES[platform.machine()],
                "os": "linux",
                "config": {"Entrypoint": given.entrypoint, "Cmd": ["--help"], "WorkingDir": "/work", "Labels": labels},
                "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(tar).hexdigest()}"]},
                "history": [{"created": created, "created_by": "Packaging/image.py"}],
            },
            OCI + "config.v1+json",
        ),
        "layers": [layout.put(gzip.compress(tar, 6, mtime=0), OCI + "layer.v1.tar+gzip")],
        "annotations": labels,
    }
    entry = layout.put_json(
        manifest,
        OCI + "manifest.v1+json",
        # The names that Podman and Docker give the image when they load it.
        annotations={
            "org.opencontainers.image.ref.name": f"{given.name}:{given.version}",
            "io.containerd.image.name": f"docker.io/library/{given.name}:{given.version}",
        },
        platform={"architecture": MACHINES[platform.machine()], "os": "linux"},
    )
    layout.write(given.output, {"schemaVersion": 2, "mediaType": OCI + "index.v1+json", "manifests": [entry]})


main()
