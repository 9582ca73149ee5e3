extension Schema {
  /// A way to create a value of a type without arguments, if the type has one.
  ///
  /// The macro passes the type's `init` to `of`, and overload resolution finds the initialisers
  /// that exist. One overload always matches: every `Codable` type can be decoded, and every model
  /// can be created from a row.
  public struct _Blank {
    let make: (() -> Any)?

    /// No known way to create a value.
    public static var none: _Blank { _Blank(make: nil) }

    /// The `init()` of a type that has one.
    public static func of<Content>(_ make: @escaping () -> Content) -> _Blank {
      _Blank(make: make)
    }

    /// No way: the type can be decoded, but has no `init()`.
    @_disfavoredOverload
    public static func of<Content: Decodable>(
      _ make: (any Decoder) throws -> Content
    ) -> _Blank {
      .none
    }

    /// No way: the type is a model without an `init()`.
    ///
    /// The optional result makes this the worse match for a `Codable` model, so that such a model
    /// uses the overload for decodable types.
    @_disfavoredOverload
    public static func of<Content: PersistentModel>(
      _ make: (consuming _ModelState) -> Content?
    ) -> _Blank {
      .none
    }
  }
}

extension BlankValue {
  /// Returns the property's default, or zero, false, an empty text or list, the first case, or the
  /// result of the type's `init()`.
  ///
  /// - Returns: Nil for a type without such a value; the property then has nothing to return.
  static func make<Content>(
    of type: Content.Type, by metadata: Schema.PropertyMetadata?
  ) -> Content? {
    if metadata?.defaultKind != .computed, let value = metadata?.makeDefault?() as? Content {
      return value
    }
    if let optional = type as? any OptionalType.Type { return optional.absent as? Content }
    if let known = type as? any _PersistentValue.Type { return known._$blank as? Content }
    if let value = metadata?.makeBlank?() as? Content { return value }
    if case .attribute(let coding)? = metadata?.kind,
      let value = coding.anyBlank as? Content
    {
      return value
    }
    return (type as? any Decodable.Type).flatMap { decoded($0) } as? Content
      ?? metadata?.makeDefault?() as? Content
  }
}
