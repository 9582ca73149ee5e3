extension Schema {
  /// An attribute whose type is a `Codable` type of the model's own; it is stored as one value.
  public final class CompositeAttribute: Attribute {
    private var stated: [Attribute]?

    /// The properties of the type, in the order in which the type decodes them.
    ///
    /// Each access finds them by decoding a value that consists of zeros and empty texts. The list
    /// is empty if decoding fails, as for an enumeration with associated values or without a list of
    /// its cases. It is also empty for a type that is known from a file alone.
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

  /// Returns an attribute of a model class, a composite one if the type is one of the model's own.
  static func described(by property: Schema.PropertyMetadata) -> Schema.Attribute {
    if case .attribute(let coding) = property.kind, coding.isOwnType {
      return Schema.CompositeAttribute(property)
    }
    return Schema.Attribute(property)
  }
}
