extension Schema {
  /// Lists of properties that queries look up or sort by: what `#Index` says.
  public final class Index<T: PersistentModel>: SchemaProperty {
    /// One index over some properties.
    public enum Types<P: PersistentModel>: Hashable {
      /// An index for look-ups and sorting.
      case binary([PartialKeyPath<P>])
      /// An index for ranges in several dimensions; here an index like the other.
      case rtree([PartialKeyPath<P>])

      package var isRTree: Bool {
        if case .rtree = self { true } else { false }
      }

      package var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    /// The indexes, in the order in which they were stated.
    public let indices: [Types<T>]
    /// What the schema calls them.
    public var name = "DocumentData.Schema.Index"
    /// The same as ``name``.
    public var originalName = "DocumentData.Schema.Index"
    /// The model class.
    public var valueType: any Any.Type = T.self
    /// False: an index allows equal values.
    public var isUnique: Bool { false }

    /// Makes indexes for look-ups and sorting.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Makes indexes, with the kind of each.
    public init(_ indices: Types<T>...) { self.indices = indices }

    private enum CodingKeys: String, CodingKey {
      case binary, rtree
    }

    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` for a name that no property of the class has.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var indices: [Types<T>] = []
      while !container.isAtEnd {
        let index = try container.nestedContainer(keyedBy: CodingKeys.self)
        if let names = try index.decodeIfPresent([String].self, forKey: .rtree) {
          indices.append(.rtree(try PropertyNames<T>.keyPaths(names, decoder)))
        } else {
          let names = try index.decode([String].self, forKey: .binary)
          indices.append(.binary(try PropertyNames<T>.keyPaths(names, decoder)))
        }
      }
      self.indices = indices
    }

    /// Writes the names of the properties.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for index in indices {
        var nested = container.nestedContainer(keyedBy: CodingKeys.self)
        let names = try PropertyNames<T>.names(index.keyPaths, encoder)
        if case .rtree = index {
          try nested.encode(names, forKey: .rtree)
        } else {
          try nested.encode(names, forKey: .binary)
        }
      }
    }

    /// Whether two say the same.
    public static func == (left: Index, right: Index) -> Bool { left.indices == right.indices }

    /// Hashes the indexes.
    public func hash(into hasher: inout Hasher) { hasher.combine(indices) }
  }
}
