extension Schema {
  /// Lists of properties for look-ups and sorting, as `#Index` declares them.
  public final class Index<T: PersistentModel>: SchemaProperty {
    /// One index over some properties.
    public enum Types<P: PersistentModel>: Hashable {
      /// An index for look-ups and sorting.
      case binary([PartialKeyPath<P>])
      /// SwiftData's index for ranges in several dimensions; treated as ``binary(_:)``.
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

    /// The indexes, in the order of their declaration.
    public let indices: [Types<T>]
    /// The name of the declaration in schemas.
    public var name = "DocumentData.Schema.Index"
    /// The same as ``name``.
    public var originalName = "DocumentData.Schema.Index"
    /// The model class.
    public var valueType: any Any.Type = T.self
    /// Always false: objects with equal values are allowed.
    public var isUnique: Bool { false }

    /// Creates indexes for look-ups and sorting.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Creates indexes of the given kinds.
    public init(_ indices: Types<T>...) { self.indices = indices }

    private enum CodingKeys: String, CodingKey {
      case binary, rtree
    }

    /// Reads indexes that ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` if the class has no property of a name.
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
    ///
    /// - Throws: The errors of the encoder.
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

    /// Whether two declarations have the same indexes.
    public static func == (left: Index, right: Index) -> Bool { left.indices == right.indices }

    /// Hashes the indexes.
    public func hash(into hasher: inout Hasher) { hasher.combine(indices) }
  }
}
