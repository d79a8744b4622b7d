"""What is taken for an upload."""
import os
import pathlib
import tempfile
import threading
import time
import unittest
import zipfile

import samples
import uploads


class Uploads(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def find(self, **words):
        samples.age(self.folder)
        ready, lines = uploads.find(self.folder, **words)
        return [str(upload.path.relative_to(self.folder)) for upload in ready], lines

    def test_models_and_archives_in_any_case_and_depth_are_taken_and_others_named(self):
        names = ["a.zip", "B.PLY", "c.UsdZ", "d.GLB", "sub/deep/e.stl", "-rf.glb", "it's \"one\".ply", "two\nlines.stl", "Küche 🛋.zip"]
        for name in names + ["notes.txt", "f.zip.part", "sub/photo.jpg", ".hidden.zip", ".git/g.ply"]:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(b"x")
        found, lines = self.find()
        self.assertEqual(sorted(found), sorted(names))
        self.assertEqual({os.path.relpath(line["upload"], self.folder): line["files"] for line in lines},
                         {".": ["f.zip.part", "notes.txt"], "sub": ["photo.jpg"]})
        self.assertEqual({line["status"] for line in lines}, {"ignored"})

    def test_links_pipes_and_names_that_are_no_text_are_named(self):
        (self.folder / "passwords.ply").symlink_to("/etc/passwd")
        (self.folder / "elsewhere").symlink_to("/etc")
        os.mkfifo(self.folder / "pipe.zip")
        pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b"/\xff.zip")).write_bytes(b"x")
        found, lines = self.find()
        self.assertEqual(found, [])
        self.assertEqual(sorted(lines[0]["files"]), ["\\xff.zip", "elsewhere", "passwords.ply", "pipe.zip"])

    def test_the_store_inside_of_the_uploads_is_no_upload(self):
        (self.folder / "store").mkdir()
        (self.folder / "store/upload.zip").write_bytes(b"x")
        self.assertEqual(self.find(store=self.folder / "store"), ([], []))

    def test_a_missing_folder_is_no_empty_one(self):
        with self.assertRaises(NotADirectoryError):
            uploads.find(self.folder / "typo")

    def test_a_file_that_grows_is_left_for_the_next_run(self):
        (self.folder / "whole.zip").write_bytes(b"x")
        growing = self.folder / "growing.zip"
        growing.write_bytes(b"x")
        stop = threading.Event()

        def grow():
            while not stop.wait(0.02):
                with open(growing, "ab") as file:
                    file.write(b"x")
        thread = threading.Thread(target=grow)
        thread.start()
        try:
            ready, lines = uploads.find(self.folder)
        finally:
            stop.set()
            thread.join()
        self.assertEqual([upload.path.name for upload in ready], ["whole.zip"])
        self.assertEqual([(pathlib.Path(line["upload"]).name, line["status"]) for line in lines], [("growing.zip", "later")])

    def test_an_obj_takes_its_materials_and_textures_along_and_nothing_from_outside(self):
        home = self.folder / "in"
        (home / "maps").mkdir(parents=True)
        samples.obj(home / "chair.OBJ", library="chair 1.mtl")
        (home / "chair 1.mtl").write_text("newmtl m\nmap_Kd -s 1 1 1 maps\\my wood.png\nmap_bump ../secret.png\nnorm gone.png\n"
                                          "map_Ks link.png\n")
        (home / "maps/my wood.png").write_bytes(samples.png(4, 4))
        (self.folder / "secret.png").write_bytes(samples.png(4, 4))
        (home / "link.png").symlink_to(self.folder / "secret.png")
        samples.age(self.folder)
        (upload,), lines = uploads.find(self.folder)
        self.assertEqual(upload.companions, ["chair 1.mtl", "maps/my wood.png"])
        self.assertEqual(upload.missing, ["../secret.png", "gone.png", "link.png"])
        self.assertNotIn("chair 1.mtl", str(lines))
        bundles = []
        for name in ("one", "two"):
            uploads.bundle(upload, self.folder / name)
            bundles.append((self.folder / name).read_bytes())
            time.sleep(0.01)
        self.assertEqual(*bundles)
        with zipfile.ZipFile(self.folder / "one") as archive:
            self.assertEqual(archive.namelist(), ["model.obj", "chair 1.mtl", "maps/my wood.png"])

    def test_several_libraries_in_one_line(self):
        samples.obj(self.folder / "a.obj", library="a.mtl b.mtl")
        for name in ("a.mtl", "b.mtl"):
            (self.folder / name).write_text("newmtl m\n")
        samples.age(self.folder)
        self.assertEqual(uploads.find(self.folder)[0][0].companions, ["a.mtl", "b.mtl"])
