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
