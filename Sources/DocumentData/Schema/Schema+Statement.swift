extension Schema {
  /// A declaration of a model class beside its properties, as `@Model` copies it: one `#Unique`,
  /// one `#Index`, or the entity's original name.
  public struct _Statement {
    package enum Content {
      case lists(Lists)
      case member(Member)
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

    /// A member of a structure that a list names by a key path of two properties.
    package struct Member {
      package let keyPath: AnyKeyPath
      package let attribute: String
      /// The property of the structure.
      package let property: String
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

    /// A key path in `#Index` that leads to a member of a structure, with the names that the key path cannot tell.
    public static func member<Model: PersistentModel>(
      of type: Model.Type, _ keyPath: PartialKeyPath<Model>, _ attribute: String, _ property: String
    ) -> _Statement {
      _Statement(.member(Member(keyPath: keyPath, attribute: attribute, property: property)))
    }

    /// The argument of `@Model(originalName:)`.
    public static func originalName(_ name: String?) -> _Statement {
      _Statement(.originalName(name))
    }
  }
}
