extension Schema {
  /// An attribute whose type is a `Codable` type of the model's own; it is stored as one value.
  public final class CompositeAttribute: Attribute {
    private var stated: [Attribute]?

    /// The type's own properties, in the order in which it decodes them.
    ///
    /// They are found by decoding a value that is all zeros and empty texts when they are asked
    /// for. There are none where that fails, as it does for an enumeration with associated
    /// values, or one without a list of its cases; and none of a type known from a file alone.
    public var properties: [Attribute] {
      get { stated ?? TypeProbe.members(of: valueType).map { Attribute($0.name, $0.type) } }
      set { stated = newValue }
    }
  }
}

extension Schema.Attribute {
  fileprivate convenience init(_ name: String, _ type: any Any.Type) {
    self.init(name: name, valueType: type)
  }

  /// An attribute of a model class; a composite one where its type is one of the model's own.
  static func described(by property: Schema.PropertyMetadata) -> Schema.Attribute {
    if case .attribute(let coding) = property.kind, coding.isOwnType {
      return Schema.CompositeAttribute(property)
    }
    return Schema.Attribute(property)
  }
}
