import DocumentTables
import Synchronization

/// Converts values of an attribute's type to table values and back.
///
/// Supports every type that an attribute may have, including types that are known only at run time:
/// enums, `Codable` values, and containers of them.
package struct AttributeCoding<Content>: @unchecked Sendable {
  // Unchecked, because a type that is found at run time cannot prove that its conformances may be
  // used from any isolation: the closures capture types, other codings and the names of
  // transformers, which never change.
  package let attributeType: _AttributeType
  /// The values of a closed enumeration.
  package let cases: [Value]?
  /// Whether the type, behind optionals, is an enum stored as its raw value.
  package let isEnumeration: Bool
  package let isOwnType: Bool
  /// The cases that the values consist of; none if only the type's own coding knows them.
  package let storedCases: [AttributeCases]
  private let encoder: (Content) throws -> Value
  private let decoder: (Value) throws -> Content?
  private let example = ExampleValue.shared(Content.self)

  init(
    _ type: _AttributeType, cases: [Value]? = nil, isEnumeration: Bool = false,
    isOwnType: Bool = false, storedCases: [AttributeCases] = [],
    encode: @escaping (Content) throws -> Value,
    decode: @escaping (Value) throws -> Content?
  ) {
    attributeType = type
    self.cases = cases
    self.isEnumeration = isEnumeration
    self.isOwnType = isOwnType
    self.storedCases = storedCases
    encoder = encode
    decoder = decode
  }

  package func encode(_ content: Content) throws(AttributeProblem) -> Value {
    do {
      let value = try encoder(content)
      example?.note(content)
      return value
    } catch let problem as AttributeProblem {
      throw problem
    } catch EncodingError.invalidValue(_, let context) {
      throw AttributeProblem(
        .notEncodable, type: Content.self, path: context.codingPath, context.debugDescription)
    } catch {
      throw AttributeProblem(.notEncodable, type: Content.self, "\(error)")
    }
  }

  package func decode(_ value: Value) throws(AttributeProblem) -> Content {
    if value.isNull, !attributeType.isNullable {
      throw AttributeProblem(.missing, type: Content.self)
    }
    do {
      if let content = try decoder(value) {
        example?.note(content)
        return content
      }
    } catch let problem as AttributeProblem {
      throw problem
    } catch let error as DecodingError {
      throw AttributeProblem(error, type: Content.self)
    } catch {
      throw AttributeProblem(.notDecodable, type: Content.self, "\(error)")
    }
    throw AttributeProblem(.notDecodable, type: Content.self)
  }
}

extension AttributeCoding {
  /// Returns the coding of a type, created once; nil if no attribute can have the type.
  package static func shared(_ type: Content.Type) -> AttributeCoding? {
    let key = ObjectIdentifier(type)
    if let known = codings.withLock({ $0[key] }) { return known as? AttributeCoding }
    // Created outside of the lock, because the coding of a container looks up the coding of its
    // elements.
    guard let made = AttributeCodingFactory.coding(of: type) else { return nil }
    codings.withLock { $0[key] = made }
    return made
  }
}

private let codings = Mutex<[ObjectIdentifier: any AnyAttributeCoding]>([:])

/// A coding whose type is known only at run time.
package protocol AnyAttributeCoding: Sendable {
  var attributeType: _AttributeType { get }
  var cases: [Value]? { get }
  var isEnumeration: Bool { get }
  /// Whether some values of the column's type cannot be values of the property, because the type's
  /// own coding or an enum's list of cases rejects them.
  var canRefuse: Bool { get }
  func encodeAny(_ content: Any) throws(AttributeProblem) -> Value
  func decodeAny(_ value: Value) throws(AttributeProblem) -> Any
  /// Whether the type is one of a model's own, stored as its own coding encodes it.
  var isOwnType: Bool { get }
  /// The cases that the values consist of; none if no enumeration's raw values are among them, or only the
  /// type's own coding knows where.
  var storedCases: [AttributeCases] { get }
  /// A value for a property without a stored value; nil for a type that has no obvious one.
  var anyBlank: Any? { get }
  /// Checks that a stored value can be decoded, so that no getter can fail.
  func check(_ value: Value) throws(AttributeProblem)
}

extension AttributeCoding: AnyAttributeCoding {
  package var canRefuse: Bool {
    let wrapped: Any.Type =
      (Content.self as? any OptionalType.Type)?.wrappedType ?? Content.self
    if wrapped is any DecodesEveryTree.Type { return false }
    // A tree column can contain any tree, regardless of the element types of a dictionary or nested
    // list. A list may contain an element twice, and a set may not.
    return attributeType.type.storage == .tree || !(Content.self is any _PersistentValue.Type)
      || Content.self is any SetType.Type
  }

  package func encodeAny(_ content: Any) throws(AttributeProblem) -> Value {
    guard let content = content as? Content else {
      throw AttributeProblem(.notEncodable, type: Content.self, "it is a \(type(of: content))")
    }
    return try encode(content)
  }

  package func decodeAny(_ value: Value) throws(AttributeProblem) -> Any { try decode(value) }

  package func check(_ value: Value) throws(AttributeProblem) { _ = try decode(value) }
}

extension AnyAttributeCoding {
  /// Whether a value has an unknown case of an enumeration, which reads as another.
  func hasUnknownCase(_ value: Value) -> Bool {
    storedCases.contains { $0.hasUnknown(value, of: attributeType.type) }
  }
}

extension AttributeProblem {
  init(_ error: DecodingError, type: Any.Type) {
    let context: DecodingError.Context
    var path: [any CodingKey]
    switch error {
    case .keyNotFound(let key, let found):
      context = found
      path = found.codingPath + [key]
    case .valueNotFound(_, let found), .typeMismatch(_, let found), .dataCorrupted(let found):
      context = found
      path = found.codingPath
    @unknown default:
      self.init(.notDecodable, type: type, "\(error)")
      return
    }
    self.init(.notDecodable, type: type, path: path, context.debugDescription)
  }
}
