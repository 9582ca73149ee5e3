extension TableEntity {
  /// Returns the entity independent of its declaration: sets sorted and without duplicates, values
  /// in the one form of their type.
  ///
  /// - Parameter structures: The canonical forms of structures that other attributes are of.
  /// - Throws: ``SchemaProblem`` for an impossible default, case or count.
  func canonical(
    _ structures: inout [ObjectIdentifier: TableStructure]
  ) throws(SchemaProblem) -> TableEntity {
    var attributes: [TableAttribute] = []
    attributes.reserveCapacity(self.attributes.count)
    for var attribute in self.attributes {
      if case .structure(let structure) = attribute.type {
        var canonical = structures[ObjectIdentifier(structure)]
        if canonical == nil { canonical = try structure.canonical() }
        structures[ObjectIdentifier(structure)] = canonical
        attribute.type = .structure(canonical ?? structure)
      }
      attributes.append(try attribute.canonical(in: name))
    }
    for relationship in relationships {
      for count in [relationship.minimumCount, relationship.maximumCount] {
        guard count ?? 0 >= 0 else {
          throw SchemaProblem(
            .malformed, entity: name, property: relationship.name, "a count is below zero")
        }
      }
    }
    return TableEntity(
      name: name, superentity: superentity, originalName: originalName, isAbstract: isAbstract,
      attributes: attributes, relationships: relationships,
      // The order of names is irrelevant in a constraint and significant in an index.
      uniquenessConstraints: uniquenessConstraints.map { $0.sorted(by: utf8Precedes) },
      indexes: indexes
    ).withoutRepeatedLists()
  }

  private func withoutRepeatedLists() -> TableEntity {
    var result = self
    result.uniquenessConstraints = withoutRepetition(uniquenessConstraints)
    result.indexes = withoutRepetition(indexes)
    return result
  }
}

extension TableStructure {
  /// Returns the structure independent of its declaration.
  fileprivate func canonical() throws(SchemaProblem) -> TableStructure {
    guard !members.isEmpty, members.count <= Self.maximumMembers else {
      throw SchemaProblem(
        members.isEmpty ? .malformed : .tooLarge, entity: name,
        "a structure has 1 to \(Self.maximumMembers) attributes")
    }
    guard members.reduce(0, { $0 + $1.defaultLength }) <= Self.maximumDefaultLength else {
      throw SchemaProblem(
        .tooLarge, entity: name,
        "its defaults have more than \(Self.maximumDefaultLength) bytes together")
    }
    var canonical: [TableAttribute] = []
    for member in members {
      try checkExtent(of: member)
      canonical.append(try member.canonical(in: name))
    }
    // Most structures are canonical as they are declared, and then stay one object.
    return canonical == members
      ? self : TableStructure(name: name, originalName: originalName, members: canonical)
  }

  /// Refuses members that a value inside another one cannot have.
  private func checkExtent(of member: TableAttribute) throws(SchemaProblem) {
    let isNested =
      switch member.type {
      case .scalar, .array: false
      case .dictionary, .tree, .structure: true
      }
    let problem: String? =
      if isNested {
        "an attribute of a structure is a scalar or a list"
      } else if member.isExternal || member.isPreservedOnDeletion || member.transformer != nil
        || member.defaultValue == .computed || !member.recordedOptions.isEmpty
      {
        "an attribute of a structure has no options, no transformer and no computed default"
      } else if member.name.utf8.contains(UInt8(ascii: ".")) {
        "the name of an attribute of a structure has a point"
      } else {
        nil
      }
    guard let problem else { return }
    throw SchemaProblem(.malformed, entity: name, property: member.name, problem)
  }
}

extension TableAttribute {
  /// The memory of the texts and data in the default.
  fileprivate var defaultLength: Int {
    switch defaultValue {
    case .value(.text(let text)): text.utf8.count
    case .value(.data(let bytes)): bytes.count
    case .value(.array(let items)): items.reduce(0) { $0 + $1.nestedBytes }
    default: 0
    }
  }

  fileprivate func canonical(in entity: String) throws(SchemaProblem) -> TableAttribute {
    var result = self
    if case .structure = type, cases != nil || transformer != nil {
      throw SchemaProblem(
        .malformed, entity: entity, property: name, "a structure has no cases and no transformer")
    }
    if case .value(let value) = defaultValue {
      let isNull = value.isNull
      guard let value = canonical(value) else {
        throw SchemaProblem(
          .malformed, entity: entity, property: name,
          isNull ? "its default is null, but it is not optional" : "its default is not of its type")
      }
      result.defaultValue = .value(value)
    }
    if let cases {
      // An empty list in XML is an absent one.
      guard !cases.isEmpty else {
        throw SchemaProblem(.malformed, entity: entity, property: name, "it has no cases")
      }
      var sorted: [(text: [UInt8], value: Value)] = []
      for item in cases {
        guard !item.isNull, let value = canonical(item) else {
          throw SchemaProblem(
            .malformed, entity: entity, property: name, "a case is not of its type")
        }
        sorted.append((CanonicalJSON.bytes(of: Tree(stating: value, of: type)), value))
      }
      sorted.sort { $0.text.lexicographicallyPrecedes($1.text) }
      result.cases = withoutRepetition(sorted.map(\.value))
    }
    if case .value(let value) = result.defaultValue, !value.isNull, let cases = result.cases,
      !cases.contains(value)
    {
      throw SchemaProblem(
        .malformed, entity: entity, property: name, "its default is none of its cases")
    }
    // A list in XML is separated by spaces, so it cannot contain an empty name.
    guard !recordedOptions.contains("") else {
      throw SchemaProblem(.malformed, entity: entity, property: name, "an option has no name")
    }
    result.recordedOptions = withoutRepetition(recordedOptions.sorted(by: utf8Precedes))
    return result
  }

  /// Returns the value as a reader of the schema's tree would create it; nil if that is impossible.
  private func canonical(_ value: Value) -> Value? {
    let tree = Tree(value, of: type)
    if tree.isNull { return isNullable ? .null : nil }
    if case .structure(let structure) = type {
      return (try? structure.value(of: tree)).map { .tree($0) }
    }
    return Value(tree, of: type)
  }
}

private func withoutRepetition<Element: Equatable>(_ sorted: [Element]) -> [Element] {
  var result: [Element] = []
  result.reserveCapacity(sorted.count)
  for element in sorted where element != result.last { result.append(element) }
  return result
}
