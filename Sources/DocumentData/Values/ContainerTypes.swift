/// Every optional type.
protocol OptionalType {
  static var wrappedType: any Any.Type { get }
  static var absent: Self { get }
  var wrappedAny: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: any Any.Type { Wrapped.self }
  static var absent: Wrapped? { nil }
  var wrappedAny: Any? { self }
}

/// Every array type.
protocol ListType {
  static var elementType: any Any.Type { get }
}

extension Array: ListType {
  static var elementType: any Any.Type { Element.self }
}

/// `Set` and optional sets.
protocol SetType {}

extension Set: SetType {}

extension Optional: SetType where Wrapped: SetType {}
