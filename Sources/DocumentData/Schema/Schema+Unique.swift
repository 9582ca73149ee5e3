extension Schema {
  /// Lists of properties whose combined values are unique, as `#Unique` declares them.
  public final class Unique<T: PersistentModel>: SchemaProperty {
    /// The lists, in the order of their declaration.
    public let constraints: [[PartialKeyPath<T>]]
    /// The name of the declaration in schemas.
    public var name = "DocumentData.Schema.Unique"
    /// The same as ``name``.
    public var originalName = "DocumentData.Schema.Unique"
    /// The model class.
    public var valueType: any Any.Type = T.self
    /// Always true.
    public var isUnique: Bool { true }

    /// Creates constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// Reads constraints that ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` if the class has no property of a name.
    public init(from decoder: any Decoder) throws {
      constraints = try decoder.singleValueContainer().decode([[String]].self).map {
        try PropertyNames<T>.keyPaths($0, decoder)
      }
    }

    /// Writes the names of the properties.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(try constraints.map { try PropertyNames<T>.names($0, encoder) })
    }

    /// Whether two declarations have the same constraints.
    public static func == (left: Unique, right: Unique) -> Bool {
      left.constraints == right.constraints
    }

    /// Hashes the constraints.
    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }
  }
}
