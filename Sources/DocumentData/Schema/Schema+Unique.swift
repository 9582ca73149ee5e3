extension Schema {
  /// Lists of properties whose values, taken together, no two objects share: what `#Unique` says.
  public final class Unique<T: PersistentModel>: SchemaProperty {
    /// The lists, in the order in which they were stated.
    public let constraints: [[PartialKeyPath<T>]]
    /// What the schema calls them.
    public var name = "DocumentData.Schema.Unique"
    /// The same as ``name``.
    public var originalName = "DocumentData.Schema.Unique"
    /// The model class.
    public var valueType: any Any.Type = T.self
    /// True.
    public var isUnique: Bool { true }

    /// Makes constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` for a name that no property of the class has.
    public init(from decoder: any Decoder) throws {
      constraints = try decoder.singleValueContainer().decode([[String]].self).map {
        try PropertyNames<T>.keyPaths($0, decoder)
      }
    }

    /// Writes the names of the properties.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(try constraints.map { try PropertyNames<T>.names($0, encoder) })
    }

    /// Whether two say the same.
    public static func == (left: Unique, right: Unique) -> Bool {
      left.constraints == right.constraints
    }

    /// Hashes the constraints.
    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }
  }
}
