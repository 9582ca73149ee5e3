/// The kind of a property, as its type determines it.
package enum PropertyKind {
  case attribute(any AnyAttributeCoding)
  case toOne(any PersistentModel.Type, isNullable: Bool)
  case toMany(any PersistentModel.Type, isNullable: Bool)
  /// Neither a model, nor a list of models, nor `Codable`.
  case unsupported

  package init(_ type: any Any.Type) {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType
    let isNullable = wrapped != nil
    let inner = wrapped ?? type
    if let model = inner as? any PersistentModel.Type {
      self = .toOne(model, isNullable: isNullable)
    } else if let list = inner as? any ListType.Type,
      let model = list.elementType as? any PersistentModel.Type
    {
      self = .toMany(model, isNullable: isNullable)
    } else if let coding = AttributeCodingFactory.coding(ofAny: type) {
      self = .attribute(coding)
    } else {
      self = .unsupported
    }
  }

  /// The class at the other end of a relationship.
  package var destination: (any PersistentModel.Type)? {
    switch self {
    case .toOne(let type, _), .toMany(let type, _): type
    case .attribute, .unsupported: nil
    }
  }
}
