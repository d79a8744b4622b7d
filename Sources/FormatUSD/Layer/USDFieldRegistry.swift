/// The metadata fields that USD defines, with the types of their values. Other fields are kept as text.
///
/// The names come from usd-core's own schemas. Fields that plugins add are unknown here.
enum USDFieldRegistry {
    /// The form of a field's value.
    enum Form: Hashable {
        /// A single value.
        case value(USDType)
        /// An array.
        case array(USDType)
        /// Named entries.
        case dictionary
        /// A list that layers can edit.
        case list(USDListEdit.Item)
        /// Not metadata: layers have other syntax for it.
        case reserved
    }

    /// The form of a field of this kind of spec, or nil for an unknown field.
    static func form(_ name: String, of kind: USDSpec.Kind) -> Form? {
        switch kind {
        case .pseudoRoot: root[name]
        case .prim, .variant: prim[name]
        case .attribute: attribute[name] ?? property[name]
        case .relationship: relationship[name] ?? property[name]
        case .variantSet: nil
        }
    }

    private static let root: [String: Form] = [
        "colorConfiguration": .value(.asset), "colorManagementSystem": .value(.token),
        "customLayerData": .dictionary, "defaultPrim": .value(.token), "documentation": .value(.string),
        "endFrame": .value(.double), "endTimeCode": .value(.double), "expressionVariables": .dictionary,
        "fallbackPrimTypes": .dictionary, "framePrecision": .value(.int), "framesPerSecond": .value(.double),
        "hasOwnedSubLayers": .value(.bool), "kilogramsPerUnit": .value(.double), "metersPerUnit": .value(.double),
        "owner": .value(.string), "renderSettingsPrimPath": .value(.string), "sessionOwner": .value(.string),
        "startFrame": .value(.double), "startTimeCode": .value(.double), "timeCodesPerSecond": .value(.double),
        "upAxis": .value(.token), "comment": .reserved, "primChildren": .reserved, "layerRelocates": .reserved,
        "primOrder": .reserved, "subLayerOffsets": .reserved,
    ]

    private static let prim: [String: Form] = [
        "active": .value(.bool), "apiSchemas": .list(.token), "assetInfo": .dictionary, "clipSets": .list(.string),
        "clips": .dictionary, "customData": .dictionary, "displayGroupOrder": .array(.string),
        "displayName": .value(.string), "documentation": .value(.string), "hidden": .value(.bool),
        "inactiveIds": .list(.int64), "instanceable": .value(.bool), "payloadAssetDependencies": .array(.asset),
        "prefix": .value(.string), "sdrMetadata": .dictionary, "suffix": .value(.string),
        "symmetricPeer": .value(.string), "symmetryArguments": .dictionary, "typeName": .value(.token),
        "uiHints": .dictionary, "specifier": .reserved, "comment": .reserved, "inheritPaths": .reserved,
        "primChildren": .reserved, "primOrder": .reserved, "propertyOrder": .reserved, "variantSelection": .reserved,
        "variantSetChildren": .reserved, "variantSetNames": .reserved,
    ]

    /// Fields shared by attributes and relationships.
    private static let property: [String: Form] = [
        "assetInfo": .dictionary, "customData": .dictionary, "displayGroup": .value(.string),
        "displayName": .value(.string), "documentation": .value(.string), "hidden": .value(.bool),
        "prefix": .value(.string), "renderType": .value(.token), "suffix": .value(.string),
        "symmetricPeer": .value(.string), "symmetryArguments": .dictionary, "uiHints": .dictionary,
        "variability": .reserved, "comment": .reserved,
    ]

    private static let attribute: [String: Form] = [
        "allowedTokens": .array(.token), "arraySizeConstraint": .value(.int64), "colorSpace": .value(.token),
        "connectability": .value(.token), "constraintTargetIdentifier": .value(.token), "elementSize": .value(.int),
        "interpolation": .value(.token), "limits": .dictionary, "sdrMetadata": .dictionary,
        "unauthoredValuesIndex": .value(.int), "weight": .value(.float), "typeName": .reserved,
        "connectionChildren": .reserved, "connectionPaths": .reserved,
    ]

    private static let relationship: [String: Form] = [
        "bindMaterialAs": .value(.token), "noLoadHint": .value(.bool), "outputName": .value(.token),
        "targetChildren": .reserved, "targetPaths": .reserved,
    ]
}
