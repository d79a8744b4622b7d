/// The metadata that USD knows by name, with the types of their values: what is not here is kept as text.
///
/// The names are those of usd-core's own schemas; a plugin may add more, which then are unknown here.
enum USDFieldRegistry {
    /// What the value of a field is.
    enum Form: Hashable {
        /// One value.
        case value(USDType)
        /// A row of values.
        case array(USDType)
        /// Entries by name.
        case dictionary
        /// A list that layers edit.
        case list(USDListEdit.Item)
        /// No metadata: layers say it in another way.
        case reserved
    }

    /// What is known of a field of a kind of spec; nil for a field that nobody knows.
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

    /// What attributes and relationships share.
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
