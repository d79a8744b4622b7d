"""Findings of the glTF checker: severity, code, JSON pointer, text. Codes are those of the Khronos validator."""

WARNINGS = set("""
UNEXPECTED_PROPERTY VALUE_NOT_IN_LIST ANIMATION_CHANNEL_TARGET_NODE_SKIN CAMERA_XMAG_YMAG_NEGATIVE CAMERA_YFOV_GEQUAL_PI
INVALID_EXTENSION_NAME_FORMAT KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD
KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD KHR_MATERIALS_DISPERSION_NO_VOLUME
KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR KHR_MATERIALS_VOLUME_DOUBLE_SIDED KHR_MATERIALS_VOLUME_NO_TRANSMISSION
MATERIAL_ALPHA_CUTOFF_INVALID_MODE MESH_PRIMITIVE_NO_POSITION MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL MULTIPLE_EXTENSIONS
NODE_SKINNED_MESH_LOCAL_TRANSFORMS NODE_SKINNED_MESH_PARENT_TRANSFORMS NON_RELATIVE_URI UNKNOWN_ASSET_MINOR_VERSION
MESH_PRIMITIVE_GENERATED_TANGENT_SPACE MESH_PRIMITIVE_INCOMPATIBLE_MODE NODE_SKINNED_MESH_WITHOUT_SKIN
ACCESSOR_JOINTS_USED_ZERO_WEIGHT BUFFER_GLB_CHUNK_TOO_BIG DATA_URI_GLB IMAGE_FEATURES_UNSUPPORTED
IMAGE_UNRECOGNIZED_FORMAT GLB_EXTRA_DATA GLB_UNKNOWN_CHUNK_TYPE URI_OUTSIDE_FOLDER DUPLICATE_KEY GLB_CHUNK_PADDING
""".split())
NOTES = set("""
EXTRA_PROPERTY KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE
KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED NODE_EMPTY NODE_MATRIX_DEFAULT NODE_SKINNED_MESH_NON_ROOT
NON_OBJECT_EXTRAS INCOMPLETE_EXTENSION_SUPPORT UNSUPPORTED_EXTENSION UNUSED_MESH_TANGENT UNUSED_MESH_WEIGHTS
UNUSED_OBJECT ACCESSOR_INDEX_TRIANGLE_DEGENERATE IMAGE_NPOT_DIMENSIONS URI_GLB GLB_EMPTY_BIN_CHUNK
BUFFER_VIEW_TARGET_MISSING
""".split())


def severity(code):
    return "warning" if code in WARNINGS else "info" if code in NOTES else "error"


def step(pointer, key):
    """The pointer to a member or an element."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


class Report:
    """The findings about one file. The same code at the same place counts once."""

    def __init__(self):
        self.findings = {}

    def add(self, code, pointer="", words=""):
        self.findings.setdefault((code, pointer), words)

    def codes(self, kind="error"):
        return {code for code, _ in self.findings if severity(code) == kind}

    @property
    def failed(self):
        return any(severity(code) == "error" for code, _ in self.findings)

    def lines(self, quiet=False):
        for (code, pointer), words in self.findings.items():
            if not quiet or severity(code) == "error":
                yield f"{severity(code).upper()} {code} {pointer or '/'} {words}".rstrip()
