"""The shapes of extensions: where each may occur, and its members."""
import math

from gltf_report import step
from gltf_shape import (NORMAL_TEXTURE, POINTER, TEXTURE, UNIT, Shape, array, boolean, index, index_map, indices,
                        integer, number, numbers, text)


def part(name, required="", also=None, **members):
    return Shape(name, required, name=False, also=also, **members)


def light_also(result, value, pointer, checker):
    kind = result.get("type")
    if kind == "spot" and "spot" not in value:
        checker.add("UNDEFINED_PROPERTY", pointer, "spot")
    if kind != "spot" and "spot" in value:
        checker.add("EXTRA_PROPERTY", step(pointer, "spot"))
    if kind == "directional" and "range" in value:
        checker.add("EXTRA_PROPERTY", step(pointer, "range"))


def spot_also(result, value, pointer, checker):
    inner, outer = result.get("innerConeAngle", 0), result.get("outerConeAngle", math.pi / 4)
    if outer <= inner:
        checker.add("KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES", step(pointer, "outerConeAngle"), f"{outer} <= {inner}")


def iridescence_also(result, value, pointer, checker):
    low, high = result.get("iridescenceThicknessMinimum", 100), result.get("iridescenceThicknessMaximum", 400)
    if "iridescenceThicknessMinimum" in result and "iridescenceThicknessTexture" not in result:
        checker.add("KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE",
                    step(pointer, "iridescenceThicknessMinimum"))
    if "iridescenceThicknessTexture" in result and low == high:
        checker.add("KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED", step(pointer, "iridescenceThicknessTexture"))


def meshopt_also(result, value, pointer, checker):
    """Section "JSON schema updates" of the extension; its codes are our own."""
    mode, kind, stride, count = (result.get(key) for key in ("mode", "filter", "byteStride", "count"))
    kind = kind or "NONE"
    if stride is None or mode is None:
        return
    right = 4 <= stride <= 256 and stride % 4 == 0 if mode == "ATTRIBUTES" else stride in (2, 4) and kind == "NONE"
    small = stride in (4, 8)
    right = right and {"OCTAHEDRAL": small, "COLOR": small, "QUATERNION": stride == 8}.get(kind, True)
    if mode == "TRIANGLES" and (count or 0) % 3:
        right = False
    if not right:
        checker.add("MESHOPT_COMPRESSION_INVALID", pointer, f"{mode} {kind}, stride {stride}, count {count}")


def meshopt(*filters):
    return part("meshopt", "buffer byteLength byteStride count mode", also=meshopt_also, buffer=index,
                byteOffset=integer(), byteLength=integer(1), byteStride=integer(2, 256), count=integer(1),
                mode=text({"ATTRIBUTES", "TRIANGLES", "INDICES"}), filter=text(set(filters)))


FALLBACK = part("meshoptBuffer", fallback=boolean)
FILTERS = ("NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL")
SOURCE = part("textureSource", source=index)

# Name of the extension, then kind of the object that has it; None: it has no object of its own.
EXTENSIONS = {
    "KHR_animation_pointer": {"channelTarget": part("pointer", "pointer", pointer=text(pattern=POINTER))},
    "KHR_draco_mesh_compression": {"primitive": part("draco", "bufferView attributes", bufferView=index,
                                                     attributes=index_map)},
    "KHR_gaussian_splatting": {"primitive": part("splats", "kernel colorSpace", kernel=text(), colorSpace=text(),
                                                 projection=text(), sortingMethod=text())},
    "KHR_lights_punctual": {
        "glTF": part("lights", "lights", lights=array(Shape(
            "light", "type", also=light_also, color=numbers([3], **UNIT), intensity=number(low=0),
            type=text({"directional", "point", "spot"}), range=number(above=0), spot=part(
                "spot", also=spot_also, innerConeAngle=number(low=0, below=math.pi / 2),
                outerConeAngle=number(above=0, high=math.pi / 2))))),
        "node": part("nodeLight", "light", light=index)},
    "KHR_materials_anisotropy": {"material": part(
        "anisotropy", anisotropyStrength=number(**UNIT), anisotropyRotation=number(), anisotropyTexture=TEXTURE)},
    "KHR_materials_clearcoat": {"material": part(
        "clearcoat", clearcoatFactor=number(**UNIT), clearcoatTexture=TEXTURE, clearcoatRoughnessFactor=number(**UNIT),
        clearcoatRoughnessTexture=TEXTURE, clearcoatNormalTexture=NORMAL_TEXTURE)},
    "KHR_materials_diffuse_transmission": {"material": part(
        "diffuseTransmission", diffuseTransmissionFactor=number(**UNIT), diffuseTransmissionTexture=TEXTURE,
        diffuseTransmissionColorFactor=numbers([3], **UNIT), diffuseTransmissionColorTexture=TEXTURE)},
    "KHR_materials_dispersion": {"material": part("dispersion", dispersion=number(low=0))},
    "KHR_materials_emissive_strength": {"material": part("emissiveStrength", emissiveStrength=number(low=0))},
    "KHR_materials_ior": {"material": part("ior", ior=number(low=1, alone=0))},
    "KHR_materials_iridescence": {"material": part(
        "iridescence", also=iridescence_also, iridescenceFactor=number(**UNIT), iridescenceTexture=TEXTURE,
        iridescenceIor=number(low=1), iridescenceThicknessMinimum=number(low=0),
        iridescenceThicknessMaximum=number(low=0), iridescenceThicknessTexture=TEXTURE)},
    "KHR_materials_pbrSpecularGlossiness": {"material": part(
        "specularGlossiness", diffuseFactor=numbers([4], **UNIT), diffuseTexture=TEXTURE,
        specularFactor=numbers([3], **UNIT), glossinessFactor=number(**UNIT), specularGlossinessTexture=TEXTURE)},
    "KHR_materials_sheen": {"material": part(
        "sheen", sheenColorFactor=numbers([3], **UNIT), sheenColorTexture=TEXTURE,
        sheenRoughnessFactor=number(**UNIT), sheenRoughnessTexture=TEXTURE)},
    "KHR_materials_specular": {"material": part(
        "specular", specularFactor=number(**UNIT), specularTexture=TEXTURE, specularColorFactor=numbers([3], low=0),
        specularColorTexture=TEXTURE)},
    "KHR_materials_transmission": {"material": part(
        "transmission", transmissionFactor=number(**UNIT), transmissionTexture=TEXTURE)},
    "KHR_materials_unlit": {"material": part("unlit")},
    "KHR_materials_variants": {
        "glTF": part("variants", "variants", variants=array(Shape("variant", "name"))),
        "primitive": part("variantMappings", "mappings", mappings=array(Shape(
            "mapping", "material variants", material=index, variants=indices)))},
    "KHR_materials_volume": {"material": part(
        "volume", thicknessFactor=number(low=0), thicknessTexture=TEXTURE, attenuationDistance=number(above=0),
        attenuationColor=numbers([3], **UNIT))},
    "KHR_mesh_quantization": {},
    "KHR_meshopt_compression": {"bufferView": meshopt(*FILTERS, "COLOR"), "buffer": FALLBACK},
    "KHR_node_visibility": {"node": part("visibility", visible=boolean)},
    "KHR_texture_basisu": {"texture": SOURCE},
    "KHR_texture_transform": {"textureInfo": part(
        "transform", offset=numbers([2]), rotation=number(), scale=numbers([2]), texCoord=integer())},
    "EXT_mesh_gpu_instancing": {"node": part("instancing", "attributes", attributes=index_map)},
    "EXT_meshopt_compression": {"bufferView": meshopt(*FILTERS), "buffer": FALLBACK},
    "EXT_texture_webp": {"texture": SOURCE},
}
# Extensions that must be required if they are used: without them the file means something else.
NEVER_OPTIONAL = {"KHR_mesh_quantization"}
# Extensions that allow more image formats.
IMAGE_TYPES = {"EXT_texture_webp": "image/webp", "KHR_texture_basisu": "image/ktx2"}
