"""The reports as dataclasses. Made by make_reports.py from the program's JSON schemas; don't edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ._records import Record

__all__ = ["AttributeInfo", "Bounds", "Check", "ClipInfo", "ColumnInfo", "Diagnostic", "Diff", "DiffOptions", "Difference", "Finding", "Format", "FormatOption", "FormatVariant", "Formats", "Info", "Input", "Loss", "Metadata", "Motion", "MovedSetting", "Names", "Options", "Output", "PackageFormat", "PackageInfo", "PackageKind", "PackageModel", "Plan", "PlannedTarget", "PrimitiveInfo", "Problem", "Purpose", "Report", "SideFile", "SkinInfo", "Step", "SubsetInfo", "Surface", "TableInfo", "TargetInfo", "Tool", "Totals", "Unmapped", "UsedConfig"]


@dataclass(frozen=True, kw_only=True)
class SideFile(Record):
    path: str
    bytes: int
    sha256: str | None = None


@dataclass(frozen=True, kw_only=True)
class Output(Record):
    path: str
    bytes: int
    variant: str | None = None
    sha256: str | None = None


@dataclass(frozen=True, kw_only=True)
class Options(Record):
    to: str | None = None
    from_: str | None = None
    strict: Literal["none", "lossless", "exact"]
    allow: list[str] = field(default_factory=list)
    verify: bool
    up: str | None = None
    meters_per_unit: float | None = None
    input_color: Literal["srgb", "linear"] | None = None
    strict_input: bool
    lenient: bool
    sandbox: bool
    up_out: str | None = None
    meters_per_unit_out: float | None = None
    weld: str
    normals: str
    time: str | None = None
    clip: str | None = None
    for_: str | None = None
    reconstruct: str | None = None
    voxel: float | None = None
    texture: str | None = None
    enlarge_depth: int | None = None
    skip_still: str | None = None
    depth_limit: float | None = None
    set: dict[str, Any] = field(default_factory=dict)
    crop: str | None = None
    sample: str | None = None
    outliers: str | None = None
    depth: int | None = None
    trim: str | None = None
    faces: int | None = None
    face_error: float | None = None
    thin: float | None = None
    point_normals: str | None = None
    tile: str | None = None


@dataclass(frozen=True, kw_only=True)
class Report(Record):
    """What a conversion did, and all that it lost."""

    schema: str
    tool: Tool
    status: Literal["done", "refused", "failed"]
    error: Problem | None = None
    config: UsedConfig | None = None
    input: Input
    side_files: list[SideFile] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    options: Options
    route: list[Step] = field(default_factory=list)
    rejected: list[Step] = field(default_factory=list)
    lossless: bool | None = None
    exact: bool | None = None
    losses: list[Loss] = field(default_factory=list)
    predicted_in_vain: list[Loss] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    verified: bool | None = None
    unchanged: bool
    stats: dict[str, Any] = field(default_factory=dict)

    #: The verdict as a sentence.
    summary: str = field(default="", compare=False)
    #: The outputs of a conversion in memory by name, the main one first; empty if they were written to files.
    files: dict[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @property
    def data(self) -> bytes:
        """The main output of a conversion in memory."""
        for content in self.files.values():
            return content
        raise ValueError("the output was written to a file, it is not in memory")


@dataclass(frozen=True, kw_only=True)
class Totals(Record):
    positions: int
    corners: int
    faces: int
    triangles: int
    lines: int
    points: int


@dataclass(frozen=True, kw_only=True)
class AttributeInfo(Record):
    semantic: str
    interpolation: Literal["constant", "uniform", "vertex", "faceVarying"]
    type: Literal["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"]
    components: int
    normalized: bool
    color_space: Literal["srgb", "linear"] | None = None
    count: int
    indexed: bool
    min: float | None = None
    max: float | None = None
    non_finite: int


@dataclass(frozen=True, kw_only=True)
class SubsetInfo(Record):
    family: str
    count: int


@dataclass(frozen=True, kw_only=True)
class PrimitiveInfo(Record):
    mesh: int
    vertex_set: int
    topology: Literal["points", "lines", "triangles", "polygons"]
    count: int
    material: int | None = None
    materials: list[int] = field(default_factory=list)
    attributes: list[AttributeInfo] = field(default_factory=list)
    subsets: list[SubsetInfo] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class SkinInfo(Record):
    name: str | None = None
    joints: int


@dataclass(frozen=True, kw_only=True)
class MovedSetting(Record):
    part: str
    index: int
    name: str | None = None
    setting: str
    keys: int


@dataclass(frozen=True, kw_only=True)
class ClipInfo(Record):
    name: str | None = None
    seconds: float
    keys: int
    channels: int
    settings: list[MovedSetting] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class TargetInfo(Record):
    mesh: int
    name: str | None = None
    weight: float


@dataclass(frozen=True, kw_only=True)
class Motion(Record):
    skins: list[SkinInfo] = field(default_factory=list)
    clips: list[ClipInfo] = field(default_factory=list)
    targets: list[TargetInfo] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Names(Record):
    nodes: list[str | None] = field(default_factory=list)
    meshes: list[str | None] = field(default_factory=list)
    materials: list[str | None] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    material_variants: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class ColumnInfo(Record):
    name: str
    type: Literal["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"]
    components: int
    ragged: bool


@dataclass(frozen=True, kw_only=True)
class TableInfo(Record):
    name: str
    rows: int
    columns: list[ColumnInfo] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Metadata(Record):
    key: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Unmapped(Record):
    path: str
    kind: str
    count: int


@dataclass(frozen=True, kw_only=True)
class Bounds(Record):
    min: list[float] = field(default_factory=list)
    max: list[float] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class PackageModel(Record):
    path: str
    bytes: int
    faces: int
    triangles: int
    positions: int
    textures: int
    taken: bool
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class PackageInfo(Record):
    kind: Literal["scan4d", "polycam", "polycam-raw", "nerfstudio", "3dscannerapp", "stray-scanner", "colmap"]
    files: int
    folder: str | None = None
    frames: int
    keyframes: int
    cube_faces: int
    images: int
    depth: int
    confidence: int
    masks: int
    poses: int
    cameras: int | None = None
    observations: int | None = None
    image_sizes: list[str] = field(default_factory=list)
    pose_layout: Literal["rows", "columns"] | None = None
    bounds: Bounds | None = None
    registered: bool
    links: int
    surfaces: int
    objects: int
    stills: int
    proxy_images: int
    meshes: list[str] = field(default_factory=list)
    models: list[PackageModel] = field(default_factory=list)
    other_files: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Info(Record):
    """What is in a file."""

    schema: str
    tool: Tool
    status: Literal["done", "refused", "failed"]
    error: Problem | None = None
    config: UsedConfig | None = None
    input: Input | None = None
    format: str | None = None
    variant: str | None = None
    bytes: int | None = None
    totals: Totals | None = None
    instanced: Totals | None = None
    bounds: Bounds | None = None
    scenes: int | None = None
    nodes: int | None = None
    meshes: int | None = None
    materials: int | None = None
    textures: int | None = None
    images: int | None = None
    cameras: int | None = None
    lights: int | None = None
    skins: int | None = None
    animations: int | None = None
    primitives: list[PrimitiveInfo] = field(default_factory=list)
    motion: Motion | None = None
    names: Names | None = None
    tables: list[TableInfo] = field(default_factory=list)
    up_axis: Literal["Y", "Z"] | None = None
    meters_per_unit: float | None = None
    metadata: list[Metadata] = field(default_factory=list)
    unmapped: list[Unmapped] = field(default_factory=list)
    kept_by: list[str] | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    digest: str | None = None
    package: PackageInfo | None = None


@dataclass(frozen=True, kw_only=True)
class Step(Record):
    step: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Loss(Record):
    """One thing that is not carried over as it was."""

    code: str
    severity: Literal["dropped", "approximated", "narrowed", "rounded", "re-encoded", "generated"]
    rank: Literal["visible", "data", "bookkeeping"]
    subject: str
    name: str
    count: int
    unit: str
    largest_error: float | None = None
    cause: str
    message: str
    remedy: str | None = None
    items: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, kw_only=True)
class PlannedTarget(Record):
    variant: str
    automatic: bool
    error: Problem | None = None
    lossless: bool
    exact: bool
    route: list[Step] = field(default_factory=list)
    rejected: list[Step] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Diagnostic(Record):
    code: str
    severity: Literal["warning", "note"]
    count: int
    location: str | None = None
    message: str


@dataclass(frozen=True, kw_only=True)
class Plan(Record):
    """What conversions would lose."""

    schema: str
    tool: Tool
    status: Literal["done", "refused", "failed"]
    error: Problem | None = None
    config: UsedConfig | None = None
    input: Input
    targets: list[PlannedTarget] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class DiffOptions(Record):
    exact: bool
    tolerance: float
    ignore: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Difference(Record):
    """One thing that is missing or changed."""

    facet: Literal["presence", "value", "type", "order", "sharing", "names", "generated"]
    subject: str
    name: str
    count: int
    unit: str
    class_: Literal["rounded", "approximated"] | None = None
    largest_error: float | None = None
    counts: bool
    detail: str | None = None


@dataclass(frozen=True, kw_only=True)
class Diff(Record):
    """What of one file is missing or changed in another."""

    schema: str
    tool: Tool
    status: Literal["done", "refused", "failed"]
    error: Problem | None = None
    config: UsedConfig | None = None
    from_: str
    to: str
    options: DiffOptions
    equal: bool
    differences: list[Difference] = field(default_factory=list)

    def __bool__(self) -> bool:
        raise TypeError("use .equal: whether a comparison is true is ambiguous")


@dataclass(frozen=True, kw_only=True)
class Input(Record):
    path: str
    bytes: int | None = None
    variant: str | None = None
    sha256: str | None = None


@dataclass(frozen=True, kw_only=True)
class Surface(Record):
    pieces: int
    open_edges: int
    non_manifold_edges: int


@dataclass(frozen=True, kw_only=True)
class Finding(Record):
    """One thing that is wrong or unusual."""

    code: str
    severity: Literal["error", "warning", "note"]
    count: int
    name: str | None = None
    message: str
    subject: str | None = None
    index: int | None = None
    location: str | None = None
    place: str | None = None
    position: list[float] | None = None
    frame: str | None = None


@dataclass(frozen=True, kw_only=True)
class Check(Record):
    """What is wrong or unusual in a file."""

    schema: str
    tool: Tool
    status: Literal["done", "refused", "failed"]
    error: Problem | None = None
    config: UsedConfig | None = None
    input: Input
    purpose: str | None = None
    surface: Surface | None = None
    errors: int
    warnings: int
    findings: list[Finding] = field(default_factory=list)
    bad_frames: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Tool(Record):
    name: str
    version: str
    commit: str | None = None


@dataclass(frozen=True, kw_only=True)
class Problem(Record):
    """Why something failed."""

    code: str
    message: str
    path: str | None = None
    location: str | None = None


@dataclass(frozen=True, kw_only=True)
class UsedConfig(Record):
    path: str
    options: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class FormatVariant(Record):
    id: str
    summary: str
    automatic: bool
    holds: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class FormatOption(Record):
    name: str
    values: list[str] = field(default_factory=list)
    summary: str


@dataclass(frozen=True, kw_only=True)
class Format(Record):
    id: str
    name: str
    extensions: list[str] = field(default_factory=list)
    media_types: list[str] = field(default_factory=list)
    reads: bool
    writes: bool
    variants: list[FormatVariant] = field(default_factory=list)
    options: list[FormatOption] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Purpose(Record):
    name: str
    summary: str
    possible: bool
    variant: str | None = None
    up_axis: Literal["Y", "Z"] | None = None
    meters_per_unit: float | None = None
    options: dict[str, Any] = field(default_factory=dict)
    keeps_everything: bool
    needs_closed_surface: bool


@dataclass(frozen=True, kw_only=True)
class PackageFormat(Record):
    id: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class PackageKind(Record):
    id: str
    summary: str
    written_as: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Formats(Record):
    """The formats, and what each can hold."""

    schema: str
    tool: Tool
    status: Literal["done", "refused", "failed"]
    error: Problem | None = None
    config: UsedConfig | None = None
    features: list[str] = field(default_factory=list)
    formats: list[Format] = field(default_factory=list)
    purposes: list[Purpose] = field(default_factory=list)
    packages: list[PackageFormat] = field(default_factory=list)
    package_kinds: list[PackageKind] = field(default_factory=list)
