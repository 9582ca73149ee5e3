import DocumentTables

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
    let defaults = (try? defaultValue.map { try TreeEncoder.encode($0) }) ?? nil
    var members: [TableAttribute] = []
    for member in probed {
      let coding = try coding(of: member)
      let type = coding.attributeType
      var value = AttributeDefault.none
      if let tree = defaults?[member.name], !tree.isNull, let stated = Value(tree, of: type.type) {
        value = .value(stated)
      }
      members.append(
        TableAttribute(
          name: member.name, originalName: originalMemberNames[member.name], type: type.type,
          isNullable: type.isNullable, defaultValue: value, cases: coding.cases))
    }
    let structure = TableStructure(
      name: structureName, originalName: originalStructureName, members: members)
    // A schema brings it into the one form that other schemas have of it.
    let attribute = TableAttribute(name: "value", type: .structure(structure), isNullable: true)
    let schema = try TableSchema(
      name: structureName, version: nil,
      entities: [TableEntity(name: structureName + " value", attributes: [attribute])])
    return schema.structures.first ?? structure
  }

  private static func coding(
    of member: MemberLog.Member
  ) throws(SchemaProblem) -> any AnyAttributeCoding {
    let wrapped = (member.type as? any OptionalType.Type)?.wrappedType ?? member.type
    guard let coding = AttributeCodingFactory.coding(ofAny: member.type), coding.isMember,
      !(wrapped is any SetType.Type),
      let inner = AttributeCodingFactory.coding(ofAny: wrapped), inner.isEncodedAsTree
    else {
      throw SchemaProblem(
        .malformed, entity: structureName, property: member.name,
        "its type \(member.type) cannot be that of a member: make it a number, a text, a date or another "
          + "single value, or a list of these")
    }
    return coding
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

  /// Whether the type's own coding makes the tree that the stored value is.
  fileprivate var isEncodedAsTree: Bool {
    guard let blank = anyBlank, let content = blank as? any Encodable,
      let value = try? encodeAny(blank), let tree = try? TreeEncoder.encode(content)
    else { return false }
    return Value(tree, of: attributeType.type) == value
  }
}

extension AttributeCodingFactory {
  /// Returns the coding of a structure; nil if a schema cannot state it.
  static func structure<Content: PersistentStructure>(
    _ type: Content.Type
  ) -> (any AnyAttributeCoding)? {
    guard let structure = try? type.tableStructure() else { return nil }
    return AttributeCoding<Content>(
      _AttributeType(.structure(structure)), isOwnType: true,
      encode: { content in
        do {
          return .tree(try structure.value(of: try TreeEncoder.encode(content)))
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
  fileprivate var words: String {
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
