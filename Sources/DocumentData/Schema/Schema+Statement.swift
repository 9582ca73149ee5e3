extension Schema {
  /// A declaration of a model class beside its properties, as `@Model` copies it: one `#Unique`,
  /// one `#Index`, or the entity's original name.
  public struct _Statement {
    package enum Content {
      case lists(Lists)
      case originalName(String?)
    }

    /// Lists of properties that are unique or indexed.
    package struct Lists {
      package enum Kind: Hashable, Sendable {
        case unique, index
      }

      package let kind: Kind
      package let keyPaths: [[AnyKeyPath]]
      /// The lists of ``keyPaths`` that are declared as R-trees.
      package var rtrees: [[AnyKeyPath]] = []
    }

    package let content: Content

    private init(_ content: Content) { self.content = content }

    /// The declaration of `#Unique`.
    public static func unique<Model: PersistentModel>(
      of type: Model.Type, _ constraints: [PartialKeyPath<Model>]...
    ) -> _Statement {
      _Statement(.lists(Lists(kind: .unique, keyPaths: constraints)))
    }

    /// The declaration of `#Index`.
    public static func index<Model: PersistentModel>(
      of type: Model.Type, _ indices: [PartialKeyPath<Model>]...
    ) -> _Statement {
      _Statement(.lists(Lists(kind: .index, keyPaths: indices)))
    }

    /// The declaration of `#Index` with the kind of each index.
    public static func index<Model: PersistentModel>(
      of type: Model.Type, _ indices: Schema.Index<Model>.Types<Model>...
    ) -> _Statement {
      _Statement(
        .lists(
          Lists(
            kind: .index, keyPaths: indices.map(\.keyPaths),
            rtrees: indices.filter(\.isRTree).map(\.keyPaths))))
    }

    /// The argument of `@Model(originalName:)`.
    public static func originalName(_ name: String?) -> _Statement {
      _Statement(.originalName(name))
    }
  }
}
