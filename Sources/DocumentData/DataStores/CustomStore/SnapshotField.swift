import DocumentTables

/// The value of one property in a snapshot.
enum SnapshotField {
  case property(SnapshotProperty)
  /// A value that the snapshot passed to its encoder.
  case encoded(any Encodable)
  /// A value that the snapshot encoded in parts.
  case tree(Tree)
}

/// The reason why a field is not a value of an attribute.
struct SnapshotFieldProblem: Error {
  var explanation: String
  var underlying: (any Error)?
}

extension ModelDescription {
  /// The value of an attribute, which its getter can return.
  ///
  /// An attribute that the snapshot lacks, such as a snapshot of an older model version, has its
  /// default.
  func value(
    of field: SnapshotField?, slot: Int, _ attribute: TableAttribute
  ) throws(SnapshotFieldProblem) -> Value {
    let metadata = ModelMetadata.of(type).properties[slot]
    guard let field else {
      switch attribute.defaultValue {
      case .value(let value): return value
      case .computed:
        if let value = try? metadata.defaultTableValue() { return value }
      case .none:
        if attribute.isNullable { return .null }
      }
      throw SnapshotFieldProblem(explanation: "there is no value, and the model has no default")
    }
    guard let value = field.value(of: attribute, metadata) else {
      throw SnapshotFieldProblem(explanation: "the value is not of the model's type")
    }
    if value.isNull {
      guard attribute.isNullable else {
        throw SnapshotFieldProblem(explanation: "the value is nil")
      }
      return value
    }
    if let cases = attribute.cases, !cases.contains(value) {
      throw SnapshotFieldProblem(
        explanation: "the value is none of the cases of its enumeration")
    }
    do {
      try checkedSlots[slot]?.check(value)
    } catch {
      throw SnapshotFieldProblem(explanation: error.description, underlying: error)
    }
    return value
  }
}

extension TableAttribute {
  /// Returns the value that a tree is; a `Codable` structure omits the members that are nil.
  fileprivate func value(ofCoded tree: Tree) -> Value? {
    guard case .structure(let structure) = type else { return Value(tree, of: type) }
    return (try? structure.value(ofCoded: tree)).map { .tree($0) }
  }
}

extension SnapshotField {
  /// Nil if the field has no value of the attribute's type.
  fileprivate func value(
    of attribute: TableAttribute, _ metadata: Schema.PropertyMetadata
  ) -> Value? {
    switch self {
    case .property(.attribute(.null, _)), .tree(.null): return .null
    case .property(.attribute(let value, let type)):
      return attribute.value(ofCoded: Tree(value, of: type.type))
    case .property: return nil
    case .tree(let tree): return attribute.value(ofCoded: tree)
    case .encoded(let content):
      if case .attribute(let coding) = metadata.kind, let value = try? coding.encodeAny(content) {
        return value
      }
      guard let tree = try? TreeEncoder.encode(content) else { return nil }
      return tree.isNull ? .null : attribute.value(ofCoded: tree)
    }
  }

  /// The identifiers of the related objects, or nil for a nil relationship; no result if the field is
  /// not a relationship of that kind.
  func relatedIdentifiers(isToMany: Bool) -> [PersistentIdentifier]?? {
    switch self {
    case .property(.toOne(let identifier)) where !isToMany: return .some(identifier.map { [$0] })
    case .property(.toMany(let identifiers)) where isToMany: return .some(identifiers)
    case .property: return nil
    case .tree(let tree): return tree.isNull ? .some(nil) : nil
    case .encoded(let content):
      switch content {
      case let identifier as PersistentIdentifier where !isToMany: return .some([identifier])
      case let identifiers as [PersistentIdentifier] where isToMany: return .some(identifiers)
      case let identifiers as Set<PersistentIdentifier> where isToMany:
        return .some(identifiers.sorted())
      case let optional as any OptionalType where optional.wrappedAny == nil: return .some(nil)
      default: return nil
      }
    }
  }
}
