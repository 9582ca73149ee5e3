import DocumentTables

extension TableAttribute {
  /// Creates an attribute from a property's metadata and the coding of its type.
  init(_ property: Schema.PropertyMetadata, _ coding: any AnyAttributeCoding) {
    let stated = property.metadata as? Schema.Attribute
    let options = stated?.options ?? []
    self.init(
      name: property.name, originalName: stated?.statedOriginalName,
      type: coding.attributeType.type, isNullable: coding.attributeType.isNullable,
      defaultValue: Self.defaultValue(property, coding),
      isExternal: options.areExternal(coding.attributeType.type),
      isPreservedOnDeletion: options.contains(.preserveValueOnDeletion), cases: coding.cases,
      transformer: options.lazy.compactMap(\.transformer).first,
      hashModifier: stated?.hashModifier,
      recordedOptions: options.recorded(of: coding.attributeType.type))
  }

  private static func defaultValue(
    _ property: Schema.PropertyMetadata, _ coding: any AnyAttributeCoding
  ) -> AttributeDefault {
    switch property.defaultKind {
    case .none: return .none
    case .computed: return .computed
    case .member where !coding.isEnumeration: return .computed
    case .member, .constant:
      if property.transformer != nil {
        // The stored form depends on the transformer that is registered when it is computed.
        let isNil = (property.makeDefault?() as? any OptionalType)?.wrappedAny == nil
        return isNil ? .value(.null) : .computed
      }
      // A default that cannot be encoded is recorded as computed: it exists, but its value is
      // unknown.
      guard let value = try? property.defaultTableValue() else { return .computed }
      return .value(value)
    }
  }
}

extension TableRelationship {
  /// Creates a relationship from a property's metadata.
  init(
    _ property: Schema.PropertyMetadata, destination: any PersistentModel.Type, isToMany: Bool,
    isNullable: Bool, inverse: String?
  ) {
    let stated = property.metadata as? Schema.Relationship
    // `@Attribute` may also declare the options that every property has.
    let general = property.metadata as? Schema.Attribute
    self.init(
      name: property.name,
      originalName: stated?.statedOriginalName ?? general?.statedOriginalName,
      destination: Schema.entityName(of: destination), inverse: inverse, isToMany: isToMany,
      isNullable: isNullable,
      deleteRule: stated.map { DeleteRule($0.deleteRule) } ?? .nullify,
      minimumCount: Self.limit(stated?.minimumModelCount),
      maximumCount: Self.limit(stated?.maximumModelCount),
      hashModifier: stated?.hashModifier ?? general?.hashModifier)
  }

  /// Returns nil for 0, which means "no limit" in the macro's parameters.
  static func limit(_ count: Int?) -> Int? {
    count.flatMap { $0 > 0 ? $0 : nil }
  }
}
