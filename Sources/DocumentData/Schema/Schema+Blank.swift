extension Schema {
  /// How a value of a type is made without arguments, if it can be.
  ///
  /// The macro names the type's `init`, and overloading finds out which there are: every `Codable`
  /// type can be decoded, and every model be made of a row, so one always fits.
  public struct _Blank {
    let make: (() -> Any)?

    /// Nobody can tell.
    public static var none: _Blank { _Blank(make: nil) }

    /// The type has an `init()`.
    public static func of<Content>(_ make: @escaping () -> Content) -> _Blank {
      _Blank(make: make)
    }

    /// The type can be decoded; it has no `init()`.
    @_disfavoredOverload
    public static func of<Content: Decodable>(
      _ make: (any Decoder) throws -> Content
    ) -> _Blank {
      .none
    }

    /// The type is a model without an `init()`; the optional lets a `Codable` one decide.
    @_disfavoredOverload
    public static func of<Content: PersistentModel>(
      _ make: (consuming _ModelState) -> Content?
    ) -> _Blank {
      .none
    }
  }
}

extension BlankValue {
  /// The property's default, or zero, false, an empty text or list, the first case, or what the
  /// type's `init()` makes.
  ///
  /// - Returns: Nil for a type that has no such value: then nothing can be read.
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
