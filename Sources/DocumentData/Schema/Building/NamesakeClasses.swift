import DocumentTables

/// The classes that relationships name by their types, but that the schema replaces by other
/// classes of the same names.
///
/// Schema versions can share a class. The types of its relationships name classes of the version
/// that declares it, and another version may list other classes of these names. Objects of the
/// named classes then stand in for objects of the listed ones.
struct NamesakeClasses {
  /// A relationship to a replaced class, and the class that replaces it.
  struct Use {
    var owner: any PersistentModel.Type
    var property: Schema.PropertyMetadata
    var named: any PersistentModel.Type
    var listed: any PersistentModel.Type
  }

  private(set) var uses: [Use] = []

  init(_ types: [any PersistentModel.Type]) {
    let listed = Dictionary(
      types.map { (Schema.entityName(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    var known = Set(types.map { ObjectIdentifier($0) })
    var pending = types
    while let type = pending.popLast() {
      for property in ModelMetadata.of(type).properties {
        guard let named = property.kind.destination,
          let other = listed[Schema.entityName(of: named)], other != named
        else { continue }
        uses.append(Use(owner: type, property: property, named: named, listed: other))
        if known.insert(ObjectIdentifier(named)).inserted { pending.append(named) }
      }
    }
  }

  /// Checks that an object can stand in for every required relationship, which always returns one.
  func checkRequired() throws(SchemaProblem) {
    for use in uses {
      guard case .toOne(_, isNullable: false) = use.property.kind,
        let unreadable = Schema.PropertyMetadata.firstUnreadable(of: use.named, from: use.listed)
      else { continue }
      throw SchemaProblem(
        .malformed, entity: Schema.entityName(of: use.owner), property: use.property.name,
        "its type \(String(reflecting: use.named)) cannot stand in for "
          + "\(String(reflecting: use.listed)), which stores \(unreadable) otherwise or not at all: "
          + "declare \(Schema.entityName(of: use.owner)) anew in this version")
    }
  }
}

extension Schema.PropertyMetadata {
  /// Whether this property can represent every value of the property of this name in another class.
  func canRead(from type: any PersistentModel.Type) -> Bool {
    ModelMetadata.of(type).properties.contains { $0.name == name && canRead($0) }
  }

  private func canRead(_ other: Schema.PropertyMetadata) -> Bool {
    guard isStored, other.isStored else { return false }
    switch (kind, other.kind) {
    case (.attribute(let own), .attribute(let stored)):
      return transformer == other.transformer
        && (transformer == nil || valueType == other.valueType)
        && own.attributeType.type == stored.attributeType.type
        && (own.attributeType.isNullable || !stored.attributeType.isNullable)
    case (.toOne(let own, let isNullable), .toOne(let stored, let isStoredNullable)):
      return Schema.entityName(of: own) == Schema.entityName(of: stored)
        && (isNullable || !isStoredNullable)
    case (.toMany(let own, _), .toMany(let stored, _)):
      return Schema.entityName(of: own) == Schema.entityName(of: stored)
    default:
      return false
    }
  }

  /// Whether reading the property always returns a value if an object of another class stores it.
  private func isReadable(from type: any PersistentModel.Type) -> Bool {
    let other = ModelMetadata.of(type).properties.first { $0.name == name }
    return switch kind {
    case .attribute: canBeBlank || other?.valueType == valueType && canRead(from: type)
    case .toOne(_, let isNullable): isNullable || canRead(from: type)
    case .toMany: true
    case .unsupported: false
    }
  }

  /// Returns the first property of a class that its objects cannot read when they stand in for
  /// objects of another class.
  static func firstUnreadable(
    of type: any PersistentModel.Type, from other: any PersistentModel.Type
  ) -> String? {
    ModelMetadata.of(type).properties.first { !$0.isReadable(from: other) }?.name
  }
}
