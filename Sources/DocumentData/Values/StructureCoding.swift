import DocumentTables

/// The types whose members are being found: a structure that has lists of itself has no end.
private enum DescribedTypes {
  @TaskLocal static var current: Set<ObjectIdentifier> = []
}

extension PersistentStructure {
  /// Returns the structure that a schema states of the type.
  ///
  /// - Throws: ``SchemaProblem`` if the type decodes no members, or one that no structure can have.
  static func tableStructure() throws(SchemaProblem) -> TableStructure {
    let probed = TypeProbe.members(of: Self.self)
    guard !probed.isEmpty else {
      throw SchemaProblem(
        .malformed, entity: structureName,
        "no members are known: let \(Self.self) decode each by its name, and accept zeros and empty "
          + "texts")
    }
    if let name = originalMemberNames.keys.sorted().first(where: { name in
      !probed.contains { $0.name == name }
    }) {
      throw SchemaProblem(
        .malformed, entity: structureName, property: name,
        "originalMemberNames names it, and it is no member")
    }
    let (defaults, again) = (try encodedDefaults(), try encodedDefaults())
    var members: [TableAttribute] = []
    for member in probed {
      let coding = try coding(of: member)
      let type = coding.attributeType
      var value = AttributeDefault.none
      if let tree = defaults?[member.name], !tree.isNull {
        guard tree == again?[member.name], let stated = Value(tree, of: type.type) else {
          throw SchemaProblem(
            .malformed, entity: structureName, property: member.name,
            "memberDefaults gives it another value at each call, or one that is none of its type")
        }
        value = .value(stated)
      }
      members.append(
        TableAttribute(
          name: member.name, originalName: originalMemberNames[member.name], type: type.type,
          isNullable: type.isNullable, defaultValue: value, cases: coding.cases))
    }
    let structure = TableStructure(
      name: structureName,
      originalName: originalStructureName == structureName ? nil : originalStructureName,
      members: members)
    try checkCoding(structure)
    // A schema brings it into the one form that other schemas have of it.
    let attribute = TableAttribute(name: "value", type: .structure(structure), isNullable: true)
    let schema = try TableSchema(
      name: structureName, version: nil,
      entities: [TableEntity(name: structureName + " value", attributes: [attribute])])
    return schema.structures.first ?? structure
  }

  private static func encodedDefaults() throws(SchemaProblem) -> Tree? {
    guard let value = memberDefaults else { return nil }
    do {
      return try TreeEncoder.encode(value)
    } catch {
      throw SchemaProblem(
        .malformed, entity: structureName, "memberDefaults cannot be encoded: \(error)")
    }
  }

  /// Requires that the type encodes the members that it decodes, and no others.
  private static func checkCoding(_ structure: TableStructure) throws(SchemaProblem) {
    guard let blank = try? Self(from: BlankDecoder(log: MemberLog())),
      let tree = try? TreeEncoder.encode(blank)
    else { return }
    do throws(TableStructure.ValueProblem) {
      _ = try structure.value(ofCoded: tree)
    } catch {
      throw SchemaProblem(.malformed, entity: structureName, error.words)
    }
  }

  private static func coding(
    of member: MemberLog.Member
  ) throws(SchemaProblem) -> any AnyAttributeCoding {
    let wrapped = (member.type as? any OptionalType.Type)?.wrappedType ?? member.type
    let described = DescribedTypes.current.union([ObjectIdentifier(Self.self)])
    let found = DescribedTypes.$current.withValue(described) {
      AttributeCodingFactory.coding(ofAny: member.type)
    }
    guard let coding = found, coding.isMember,
      !(wrapped is any SetType.Type),
      isEncodedAsTree(wrapped), isEncodedAsTree(elementsOf: wrapped)
    else {
      throw SchemaProblem(
        .malformed, entity: structureName, property: member.name,
        "its type \(member.type) cannot be that of a member: make it a number, a text, a date or another "
          + "single value, or a list of these")
    }
    return coding
  }

  /// Whether a type is no list, or one whose elements are encoded as the trees that their stored values are.
  private static func isEncodedAsTree(elementsOf type: any Any.Type) -> Bool {
    guard let list = type as? any ListType.Type else { return true }
    let element =
      (list.elementType as? any OptionalType.Type)?.wrappedType ?? list.elementType
    return isEncodedAsTree(element)
  }

  /// Whether a type's own coding makes the tree that the stored value is.
  private static func isEncodedAsTree(_ type: any Any.Type) -> Bool {
    func firstCase<Content>(_ type: Content.Type) -> Any? { SubstituteValue.firstCase(of: type) }
    guard let coding = AttributeCodingFactory.coding(ofAny: type),
      let example = coding.anyBlank ?? firstCase(type), let content = example as? any Encodable,
      let value = try? coding.encodeAny(example), let tree = try? TreeEncoder.encode(content)
    else { return false }
    return Value(tree, of: coding.attributeType.type) == value
  }
}

extension AnyAttributeCoding {
  /// Whether a structure may have a member of the type.
  fileprivate var isMember: Bool {
    switch attributeType.type {
    case .scalar, .array: true
    case .dictionary, .tree, .structure: false
    }
  }
}

extension AttributeCodingFactory {
  /// Returns the coding of a structure; nil if a schema cannot state it.
  static func structure<Content: PersistentStructure>(
    _ type: Content.Type
  ) -> (any AnyAttributeCoding)? {
    guard !DescribedTypes.current.contains(ObjectIdentifier(type)),
      let structure = try? type.tableStructure()
    else { return nil }
    return AttributeCoding<Content>(
      _AttributeType(.structure(structure)), isOwnType: true,
      storedCases: TypeProbe.members(of: type).flatMap { member in
        (coding(ofAny: member.type)?.storedCases ?? []).map {
          AttributeCases(member: member.name, isSet: $0.isSet, cases: $0.cases)
        }
      },
      encode: { content in
        do {
          return .tree(try structure.value(ofCoded: try TreeEncoder.encode(content)))
        } catch let problem as TableStructure.ValueProblem {
          throw AttributeProblem(.notEncodable, type: type, problem.words)
        }
      },
      decode: { value in
        guard case .tree(let tree) = value else { return nil }
        return try TreeDecoder.decode(type, from: tree)
      })
  }
}

extension TableStructure.ValueProblem {
  var words: String {
    switch self {
    case .notAnObject: "it encodes no members"
    case .unknownMember(let name):
      "it encodes the member \(name), which the structure does not have"
    case .missingMember(let name): "it does not encode the member \(name)"
    case .wrongMember(let name):
      "its member \(name) has a value of another type than the structure states"
    }
  }
}
