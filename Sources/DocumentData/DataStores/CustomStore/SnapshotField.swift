import DocumentTables

/// What a snapshot says of one property.
enum SnapshotField {
  case property(SnapshotProperty)
  /// What the snapshot encoded, before its own coding took it apart.
  case encoded(any Encodable)
  /// What the snapshot encoded piece by piece.
  case tree(Tree)
}

/// Why a field is no value of an attribute.
struct SnapshotFieldProblem: Error {
  var explanation: String
  var underlying: (any Error)?
}

extension ModelDescription {
  /// The value of an attribute, which its getter can return; its default where the snapshot does not
  /// say it, as one of an older version of the model.
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

extension SnapshotField {
  /// Nil where the field holds nothing of the attribute's type.
  fileprivate func value(
    of attribute: TableAttribute, _ metadata: Schema.PropertyMetadata
  ) -> Value? {
    switch self {
    case .property(.attribute(.null, _)), .tree(.null): return .null
    case .property(.attribute(let value, let type)):
      return Value(Tree(value, of: type.type), of: attribute.type)
    case .property: return nil
    case .tree(let tree): return Value(tree, of: attribute.type)
    case .encoded(let content):
      if case .attribute(let coding) = metadata.kind, let value = try? coding.encodeAny(content) {
        return value
      }
      guard let tree = try? TreeEncoder.encode(content) else { return nil }
      return tree.isNull ? .null : Value(tree, of: attribute.type)
    }
  }

  /// The identifiers of the related objects, nil where there are none; no result at all where the
  /// field is no relationship of that kind.
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
