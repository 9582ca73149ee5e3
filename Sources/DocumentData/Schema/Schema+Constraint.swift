extension Schema {
  /// One `#Unique` or `#Index` of a model class, as `@Model` copies it.
  public struct _Constraint {
    package enum Kind: Hashable, Sendable {
      case unique, index
    }

    package let kind: Kind
    package let keyPaths: [[AnyKeyPath]]
    /// Those of ``keyPaths`` that are stated as R-trees.
    package var rtrees: [[AnyKeyPath]] = []

    /// What `#Unique` says.
    public static func unique<Model: PersistentModel>(
      of type: Model.Type, _ constraints: [PartialKeyPath<Model>]...
    ) -> _Constraint {
      _Constraint(kind: .unique, keyPaths: constraints)
    }

    /// What `#Index` says.
    public static func index<Model: PersistentModel>(
      of type: Model.Type, _ indices: [PartialKeyPath<Model>]...
    ) -> _Constraint {
      _Constraint(kind: .index, keyPaths: indices)
    }

    /// What `#Index` says, with the kind of each index.
    public static func index<Model: PersistentModel>(
      of type: Model.Type, _ indices: Schema.Index<Model>.Types<Model>...
    ) -> _Constraint {
      _Constraint(
        kind: .index, keyPaths: indices.map(\.keyPaths),
        rtrees: indices.filter(\.isRTree).map(\.keyPaths))
    }
  }
}
