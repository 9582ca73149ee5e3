import DocumentMigration
import DocumentTables

// Attributes of rows.
extension FrozenRow {
  /// Reads an attribute.
  ///
  ///     let name: String = try row["name"]
  ///     let start = try row["start", as: Date?.self]
  ///
  /// - Parameters:
  ///   - property: The name of the attribute.
  ///   - type: A type whose values are stored as those of the attribute. Values of `Codable` types and
  ///     structures can be read as any type that decodes them.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath``, with entity, property and both types, if the entity has
  ///   no such attribute, or the type does not fit; ``SwiftDataError/modelValidationFailure`` if there is no
  ///   value, or the type rejects it.
  public subscript<Value: Codable>(_ property: String, as type: Value.Type = Value.self) -> Value {
    get throws {
      try at(property) { place in
        let attribute = try place.attribute(for: type)
        let stored = object._$storedValue(place.slot, column: place.property.column ?? 0)
        do {
          if attribute.type.isTree, case .tree(let tree) = stored {
            return try TreeDecoder.decode(type, from: tree)
          }
          if let coding = AttributeCoding.shared(type) { return try coding.decode(stored) }
          throw AttributeProblem(.notDecodable, type: type)
        } catch let problem as AttributeProblem {
          throw place.refusal(.modelValidationFailure, place.words(problem, stored))
        } catch let error as DecodingError {
          throw place.refusal(
            .modelValidationFailure, place.words(AttributeProblem(error, type: type), stored))
        }
      }
    }
  }

  /// Sets an attribute.
  ///
  /// - Parameters:
  ///   - property: The name of the attribute.
  ///   - value: A value of a type that is stored as the attribute is.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath``, with entity, property and both types, if the entity has
  ///   no such attribute, or the type does not fit; ``SwiftDataError/modelValidationFailure`` if the attribute
  ///   cannot have the value.
  public func set<Value: Codable>(_ property: String, to value: Value) throws {
    try changing(property) { place in
      let attribute = try place.attribute(for: Value.self)
      do {
        try place.set(try attribute.stored(value), attribute)
      } catch let problem as AttributeProblem {
        throw place.refusal(.modelValidationFailure, problem.description)
      }
    }
  }
}

extension FrozenRow.Place {
  /// The attribute, if values of a type are stored as its values.
  fileprivate func attribute<Content>(for type: Content.Type) throws -> TableAttribute {
    guard let attribute else {
      let isToMany = property.end?.relationship.isToMany ?? false
      let destination = property.end?.relationship.destination ?? ""
      throw refusal(
        .unsupportedKeyPath,
        "it is a relationship to \(isToMany ? "objects" : "an object") of \(destination), no value of "
          + "type \(type): use \(isToMany ? "[FrozenRow]" : "FrozenRow?")")
    }
    if attribute.type.isTree { return attribute }
    guard let coding = AttributeCoding.shared(type), coding.attributeType.type == attribute.type
    else {
      let form = StoredForm(type: attribute.type, isNullable: attribute.isNullable)
      throw refusal(
        .unsupportedKeyPath,
        "it is stored as \(attribute.type.words), and \(type) is "
          + (AttributeCoding.shared(type).map { "stored as \($0.attributeType.type.words)" }
            ?? "no type of an attribute")
          + ": use \(form.valueType)")
    }
    return attribute
  }

  fileprivate func words(_ problem: AttributeProblem, _ stored: Value) -> String {
    guard stored.isNull else { return problem.words(of: stored) }
    return "it has no value, and \(problem.type) is not optional"
      + (core.closure?.role.place.isArrival ?? false
        ? ": set it before reading it, or read it as \(problem.type)?"
        : ": read it as \(problem.type)?")
  }

  /// Sets the stored value of an attribute.
  func set(_ value: Value, _ attribute: TableAttribute) throws {
    if value.isNull, !attribute.isNullable {
      throw refusal(.modelValidationFailure, "it must not be nil")
    }
    if !value.isNull, let cases = attribute.cases, !cases.contains(value) {
      throw refusal(
        .modelValidationFailure,
        "\(MigrationStep.excerpt(value)) is none of its cases: "
          + cases.map { MigrationStep.text($0, of: attribute.type) }.joined(separator: ", "))
    }
    core.willSet(object, slot)
    object._$setSlot(slot, to: .value(value))
  }
}

extension AttributeType {
  /// Whether values are stored as trees that a type's own coding encodes.
  fileprivate var isTree: Bool {
    switch self {
    case .tree, .structure: true
    case .scalar, .array, .dictionary: false
    }
  }
}

extension TableAttribute {
  /// The stored form of a value of a program.
  ///
  /// - Throws: ``AttributeProblem`` if the value has none.
  fileprivate func stored<Content: Codable>(_ content: Content) throws -> Value {
    guard type.isTree else {
      guard let coding = AttributeCoding.shared(Content.self) else {
        throw AttributeProblem(.notEncodable, type: Content.self)
      }
      return try coding.encode(content)
    }
    let tree: Tree
    do {
      tree = try TreeEncoder.encode(content)
    } catch EncodingError.invalidValue(_, let context) {
      throw AttributeProblem(
        .notEncodable, type: Content.self, path: context.codingPath, context.debugDescription)
    }
    if tree.isNull { return .null }
    guard case .structure(let structure) = type else { return .tree(tree) }
    do {
      return .tree(try structure.value(ofCoded: tree))
    } catch {
      throw AttributeProblem(.notEncodable, type: Content.self, error.words)
    }
  }
}
