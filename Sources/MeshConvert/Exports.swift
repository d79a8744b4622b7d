// `import MeshConvert` is enough for a program: what it gets from a report, a document or a package is of these modules,
// and with MemberImportVisibility even `loss.code` would need another import.
@_exported public import MeshBytes
@_exported public import MeshFormats
@_exported public import MeshModel
@_exported public import MeshOperations
@_exported public import MeshRouting
@_exported public import ScanPackages
