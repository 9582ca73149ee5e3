extension Schema {
  /// What a model class says beside its properties, as `@Model` copies it: one `#Unique`, one `#Index`,
  /// or the name that the entity had.
  public struct _Statement {
    package enum Content {
      case lists(Lists)
      case originalName(String?)
    }

    /// Lists of properties by which objects are unique or looked up.
    package struct Lists {
      package enum Kind: Hashable, Sendable {
        case unique, index
      }

      package let kind: Kind
      package let keyPaths: [[AnyKeyPath]]
      /// Those of ``keyPaths`` that are stated as R-trees.
      package var rtrees: [[AnyKeyPath]] = []
    }

    package let content: Content

    private init(_ content: Content) { self.content = content }

    /// What `#Unique` says.
    public static func unique<Model: PersistentModel>(
      of type: Model.Type, _ constraints: [PartialKeyPath<Model>]...
    ) -> _Statement {
      _Statement(.lists(Lists(kind: .unique, keyPaths: constraints)))
    }

    /// What `#Index` says.
    public static func index<Model: PersistentModel>(
      of type: Model.Type, _ indices: [PartialKeyPath<Model>]...
    ) -> _Statement {
      _Statement(.lists(Lists(kind: .index, keyPaths: indices)))
    }

    /// What `#Index` says, with the kind of each index.
    public static func index<Model: PersistentModel>(
      of type: Model.Type, _ indices: Schema.Index<Model>.Types<Model>...
    ) -> _Statement {
      _Statement(
        .lists(
          Lists(
            kind: .index, keyPaths: indices.map(\.keyPaths),
            rtrees: indices.filter(\.isRTree).map(\.keyPaths))))
    }

    /// What `@Model(originalName:)` says.
    public static func originalName(_ name: String?) -> _Statement {
      _Statement(.originalName(name))
    }
  }
}
