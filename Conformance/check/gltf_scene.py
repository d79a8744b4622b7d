"""Checks how the parts of a glTF refer to each other, second half: images, textures, materials, nodes, scenes, skins, animations."""
from gltf_links import COMPONENTS, FLOAT, OUTPUTS, Links, textures_of
from gltf_report import step


class SceneLinks(Links):
    def check(self):
        self.check_views()
        self.check_accessors()
        self.check_images()
        self.check_materials()
        self.check_meshes()
        self.check_nodes()
        self.check_skins()
        self.check_tree()
        self.check_animations()
        self.check_scenes()
        self.check_instances()
        self.check_unused()

    def check_images(self):
        for place, image, pointer in self.each("images"):
            view = self.find("bufferViews", image, "bufferView", pointer)
            if view is not None:
                here = step(pointer, "bufferView")
                self.use_view(image["bufferView"], "image", here)
                if "byteStride" in view:
                    self.add("IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE", here)
        for place, texture, pointer in self.each("textures"):
            self.find("samplers", texture, "sampler", pointer)
            self.find("images", texture, "source", pointer)
            for name in ("EXT_texture_webp", "KHR_texture_basisu"):
                extension = texture.get("extensions", {}).get(name)
                if isinstance(extension, dict):
                    self.find("images", extension, "source", f"{pointer}/extensions/{name}")

    def check_materials(self):
        for place, material, pointer in self.each("materials"):
            for path, info in textures_of(material):
                self.find("textures", info, "index", pointer + path)
            extensions = material.get("extensions", {})
            part = {name[14:]: item for name, item in extensions.items() if name.startswith("KHR_materials_")}
            here = f"{pointer}/extensions/KHR_materials_"
            alone = {"unlit", "pbrSpecularGlossiness"} & part.keys()
            for name in alone:
                if len(part) > 1:
                    self.add("MULTIPLE_EXTENSIONS", here + name)
            if "dispersion" in part and "volume" not in part:
                self.add("KHR_MATERIALS_DISPERSION_NO_VOLUME", here + "dispersion")
            if "volume" in part:
                if not any("transmission" in name for name in extensions):
                    self.add("KHR_MATERIALS_VOLUME_NO_TRANSMISSION", here + "volume")
                if material.get("doubleSided"):
                    self.add("KHR_MATERIALS_VOLUME_DOUBLE_SIDED", here + "volume")
            strength = part.get("emissive_strength") or ()
            if "emissiveStrength" in strength and not any(material.get("emissiveFactor", ())):
                self.add("KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR", here + "emissive_strength")
            normal = material.get("normalTexture")
            for name, key in (("anisotropy", "anisotropyTexture"), ("clearcoat", "clearcoatNormalTexture")):
                own = part.get(name, {}).get(key) if isinstance(part.get(name), dict) else None
                if own and normal and own.get("texCoord", 0) != normal.get("texCoord", 0):
                    code = "ANISOTROPY_ANISOTROPY" if name == "anisotropy" else "CLEARCOAT_CLEARCOAT_NORMAL"
                    self.add(f"KHR_MATERIALS_{code}_TEXTURE_TEXCOORD", f"{here}{name}/{key}")

    # -- nodes ---------------------------------------------------------------------------------------------------------

    def check_nodes(self):
        self.parents = {}
        for place, node, pointer in self.each("nodes"):
            self.find("cameras", node, "camera", pointer)
            skin = self.find("skins", node, "skin", pointer)
            mesh = self.find("meshes", node, "mesh", pointer)
            light = node.get("extensions", {}).get("KHR_lights_punctual")
            if isinstance(light, dict):
                here = f"{pointer}/extensions/KHR_lights_punctual"
                root = self.root.get("extensions", {}).get("KHR_lights_punctual")
                if not isinstance(root, dict):
                    self.add("UNSATISFIED_DEPENDENCY", here, "/extensions/KHR_lights_punctual")
                elif "light" in light:
                    self.checker.lights.add(light["light"])
                    if light["light"] >= len(root.get("lights", ())):
                        self.add("UNRESOLVED_REFERENCE", step(here, "light"))
            primitives = [item for item in (mesh or {}).get("primitives", ()) if item]
            if primitives:
                targets = len(primitives[0].get("targets", ()))
                if "weights" in node and len(node["weights"]) != targets:
                    self.add("NODE_WEIGHTS_INVALID", step(pointer, "weights"), f"{len(node['weights'])} for {targets}")
                skinned = [item["sets"].get("JOINTS", 0) > 0 for item in primitives if "sets" in item]
                if skin is not None and not any(skinned):
                    self.add("NODE_SKIN_WITH_NON_SKINNED_MESH", pointer)
                if skin is None and "skin" not in node and any(skinned):
                    self.add("NODE_SKINNED_MESH_WITHOUT_SKIN", pointer)
                if skin is not None and any(skinned):
                    for number, primitive in enumerate(mesh["primitives"]):
                        here = f"/meshes/{node['mesh']}/primitives/{number}/attributes"
                        self.wanted.append(("influences", primitive, here, len(skin.get("joints", ()))))
            for position, child in enumerate(node.get("children", ())):
                here = f"{pointer}/children/{position}"
                if child is None or self.at("nodes", child, here) is None:
                    continue
                if child in self.parents:
                    self.add("NODE_PARENT_OVERRIDE", here, f"also a child of {self.parents[child]}")
                self.parents[child] = place

    def ancestors(self, place):
        """The node and all above it; ends at a loop."""
        seen = []
        while place is not None and place not in seen:
            seen.append(place)
            place = self.parents.get(place)
        return seen

    def check_skins(self):
        self.joints, self.roots = set(), {}
        for place, skin, pointer in self.each("skins"):
            common = None
            for position, joint in enumerate(skin.get("joints", ())):
                if joint is None or self.at("nodes", joint, f"{pointer}/joints/{position}") is None:
                    continue
                self.joints.add(joint)
                above = self.ancestors(joint)
                common = above if common is None else [item for item in common if item in above]
            self.roots[place] = common or []
            if "joints" in skin and not common:
                self.add("SKIN_NO_COMMON_ROOT", step(pointer, "joints"))
            if self.find("nodes", skin, "skeleton", pointer) is not None and skin["skeleton"] not in (common or ()):
                self.add("SKIN_SKELETON_INVALID", step(pointer, "skeleton"))
            matrices = self.find("accessors", skin, "inverseBindMatrices", pointer)
            if matrices is not None:
                here = step(pointer, "inverseBindMatrices")
                self.use_accessor(skin["inverseBindMatrices"], "matrices", "matrices", here)
                if "byteStride" in (self.view_of(matrices) or {}):
                    self.add("SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", here)
                form = (matrices.get("componentType"), matrices.get("normalized", False))
                if matrices.get("type") != "MAT4" or form != FLOAT:
                    self.add("SKIN_IBM_INVALID_FORMAT", here)
                else:
                    self.wanted.append(("matrices", skin["inverseBindMatrices"], here))
                if matrices.get("count", 0) < len(skin.get("joints", ())):
                    self.add("INVALID_IBM_ACCESSOR_COUNT", here, f"{matrices.get('count')} for {len(skin['joints'])}")

    def check_tree(self):
        self.scenes_of = {}
        for place, scene, pointer in self.each("scenes"):
            todo, seen = list(scene.get("nodes", ())), set()
            while todo:
                node = todo.pop()
                if node is None or node in seen or node >= len(self.lists["nodes"]) or not self.lists["nodes"][node]:
                    continue
                seen.add(node)
                self.scenes_of.setdefault(node, set()).add(place)
                todo += self.lists["nodes"][node].get("children", ())
        for place, node, pointer in self.each("nodes"):
            if place not in self.joints and not {"children", "extensions", "extras"} & node.keys() \
                    and not self.primitives_of(node) and not self.known("cameras", node.get("camera")):
                self.add("NODE_EMPTY", pointer)
            above = self.ancestors(place)
            if self.parents.get(above[-1]) == place:
                self.add("NODE_LOOP", pointer)
            if node.get("skin") in self.roots:
                if moved(node):
                    self.add("NODE_SKINNED_MESH_LOCAL_TRANSFORMS", pointer)
                if place in self.parents:
                    self.add("NODE_SKINNED_MESH_NON_ROOT", pointer)
                    if any(moved(self.lists["nodes"][item]) for item in above[1:]):
                        self.add("NODE_SKINNED_MESH_PARENT_TRANSFORMS", pointer)
                top = [item for item in self.roots[node["skin"]] if item not in self.parents]
                if top and not self.scenes_of.get(place, set()) <= self.scenes_of.get(top[0], set()):
                    self.add("NODE_SKIN_NO_SCENE", pointer)

    def check_scenes(self):
        for place, scene, pointer in self.each("scenes"):
            for position, node in enumerate(scene.get("nodes", ())):
                here = f"{pointer}/nodes/{position}"
                if node is not None and self.at("nodes", node, here) is not None and node in self.parents:
                    self.add("SCENE_NON_ROOT_NODE", here, f"{node} is a child of {self.parents[node]}")
        self.find("scenes", self.root, "scene", "")

    def check_instances(self):
        """EXT_mesh_gpu_instancing: three arrays of one length; the code is our own."""
        forms = {"TRANSLATION": "VEC3", "ROTATION": "VEC4", "SCALE": "VEC3"}
        for place, node, pointer in self.each("nodes"):
            extension = node.get("extensions", {}).get("EXT_mesh_gpu_instancing")
            if not isinstance(extension, dict):
                continue
            here = f"{pointer}/extensions/EXT_mesh_gpu_instancing"
            if "mesh" not in node:
                self.add("GPU_INSTANCING_INVALID", here, "no mesh")
            counts = set()
            for name, number in (extension.get("attributes") or {}).items():
                accessor = self.at("accessors", number, f"{here}/attributes/{name}")
                if accessor is None:
                    continue
                self.use_accessor(number, "instances", "vertices", f"{here}/attributes/{name}")
                counts.add(accessor.get("count"))
                if name in forms and accessor.get("type") != forms[name]:
                    self.add("GPU_INSTANCING_INVALID", f"{here}/attributes/{name}", f"expected {forms[name]}")
                if name == "ROTATION":
                    self.wanted.append(("ROTATION", number, f"{here}/attributes/{name}"))
            if len(counts) > 1:
                self.add("GPU_INSTANCING_INVALID", here, f"counts {counts}")

    # -- animations ----------------------------------------------------------------------------------------------------

    def check_animations(self):
        for place, animation, pointer in self.each("animations"):
            samplers = animation.get("samplers", [])
            for position, sampler in enumerate(samplers):
                if sampler is not None:
                    self.check_sampler(sampler, f"{pointer}/samplers/{position}")
            used, targets = set(), {}
            for position, channel in enumerate(animation.get("channels", ())):
                if channel is not None:
                    self.check_channel(channel, samplers, f"{pointer}/channels/{position}", used)
            keys = [(channel or {}).get("target", {}) for channel in animation.get("channels", ())]
            keys = [(key.get("node"), key.get("path")) if key.get("node") is not None else None for key in keys]
            for position, key in enumerate(keys):
                if key is not None and key in keys[position + 1:]:
                    self.add("ANIMATION_DUPLICATE_TARGETS", f"{pointer}/channels/{position}/target")
            for position, sampler in enumerate(samplers):
                if position not in used:
                    self.add("UNUSED_OBJECT", f"{pointer}/samplers/{position}")

    def check_sampler(self, sampler, pointer):
        times = self.find("accessors", sampler, "input", pointer)
        if times is not None:
            here = step(pointer, "input")
            self.use_accessor(sampler["input"], "times", "other", here)
            if "byteStride" in (self.view_of(times) or {}):
                self.add("ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", here)
            if times.get("type") != "SCALAR" or (times.get("componentType"), times.get("normalized", False)) != FLOAT:
                self.add("ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", here)
            else:
                self.wanted.append(("times", sampler["input"], here))
            if "min" not in times or "max" not in times:
                self.add("ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", here)
            if sampler.get("interpolation") == "CUBICSPLINE" and times.get("count", 2) < 2:
                self.add("ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", here)
        values = self.find("accessors", sampler, "output", pointer)
        if values is not None:
            self.use_accessor(sampler["output"], "keys", "other", step(pointer, "output"))
            if "byteStride" in (self.view_of(values) or {}):
                self.add("ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", step(pointer, "output"))

    def check_channel(self, channel, samplers, pointer, used):
        target = channel.get("target", {})
        path, here = target.get("path"), step(pointer, "target")
        node = self.find("nodes", target, "node", here)
        primitives = self.primitives_of(node)
        targets = (primitives[0] or {}).get("targets") if primitives else None
        if node is not None:
            if path in ("translation", "rotation", "scale"):
                if "matrix" in node:
                    self.add("ANIMATION_CHANNEL_TARGET_NODE_MATRIX", here)
                if "skin" in node:
                    self.add("ANIMATION_CHANNEL_TARGET_NODE_SKIN", step(here, "path"))
            elif path == "weights" and targets is None:
                self.add("ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", here)
        extension = target.get("extensions", {}).get("KHR_animation_pointer")
        if isinstance(extension, dict):
            there = f"{here}/extensions/KHR_animation_pointer"
            if node is not None:
                self.add("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", there)
            if path != "pointer":
                self.add("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", there)
        number = channel.get("sampler")
        if number is None:
            return
        if number >= len(samplers) or samplers[number] is None:
            self.add("UNRESOLVED_REFERENCE", step(pointer, "sampler"), f"samplers {number}")
            return
        used.add(number)
        sampler = samplers[number]
        values = self.accessor(sampler.get("output"))
        if values is None:
            return
        here = step(pointer, "sampler")
        cubic = sampler.get("interpolation") == "CUBICSPLINE"
        if path == "rotation" and COMPONENTS.get(values.get("type")) == 4:
            self.wanted.append(("rotations", sampler["output"], here, cubic))
        form = (values.get("componentType"), values.get("normalized", False))
        if path in OUTPUTS and form not in OUTPUTS[path].get(values.get("type"), ()):
            self.add("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", here,
                     f"{values.get('type')} {form} for {path}")
        times = self.accessor(sampler.get("input"))
        if times is None or "count" not in times or "count" not in values:
            return
        expected = times["count"] * (3 if cubic else 1)
        if path == "weights":
            expected *= len(targets or ())
        if path in OUTPUTS and expected and expected != values["count"]:
            self.add("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", here, f"{values['count']} for {expected}")

    def accessor(self, number):
        return self.known("accessors", number)

    def primitives_of(self, node):
        return (self.known("meshes", (node or {}).get("mesh")) or {}).get("primitives")

    def check_unused(self):
        for name in sorted(self.used.keys() - {"animations", "scenes"}):
            for place, item, pointer in self.each(name):
                if place not in self.used[name]:
                    self.add("UNUSED_OBJECT", pointer)
        for name, key, used in (("KHR_lights_punctual", "lights", self.checker.lights),
                                ("KHR_materials_variants", "variants", self.checker.variants)):
            extension = self.root.get("extensions", {}).get(name)
            for place in range(len(extension.get(key, ()))) if isinstance(extension, dict) else ():
                if place not in used:
                    self.add("UNUSED_OBJECT", f"/extensions/{name}/{key}/{place}")
        weighted = {node.get("mesh") for place, node, pointer in self.each("nodes") if "weights" not in node}
        for place, mesh, pointer in self.each("meshes"):
            if "weights" in mesh and place in self.used["meshes"] and place not in weighted:
                self.add("UNUSED_MESH_WEIGHTS", step(pointer, "weights"))


def moved(node):
    identity = [float(row == column) for row in range(4) for column in range(4)]
    return node.get("matrix", identity) != identity or any(node.get("translation", ())) \
        or node.get("rotation", [0, 0, 0, 1]) != [0, 0, 0, 1] or node.get("scale", [1, 1, 1]) != [1, 1, 1]
