import DocumentTables

/// The value of a property for which nothing was ever stored.
///
/// Such properties belong to an object whose identifier leads nowhere, or to one that was made by
/// hand and read before the property was set.
enum BlankValue {
  static func decoded<Content: Decodable>(_ type: Content.Type) -> Content? {
    if let cases = type as? any CaseIterable.Type, let first = firstCase(cases) as? Content {
      return first
    }
    return try? Content(from: BlankDecoder())
  }

  fileprivate static func firstCase(_ type: any CaseIterable.Type) -> Any? {
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
    return first(type)
  }
}

extension AttributeType {
  /// Zero, false, an empty text or list; nil for a type that only its own coding can create.
  var blank: Value? {
    switch self {
    case .scalar(let type): type.blank
    case .array: .array([])
    case .dictionary: .tree(.object([]))
    case .tree, .structure: nil
    }
  }
}

extension AttributeCoding {
  package var anyBlank: Any? { blank }

  /// A value for a property without a stored value; nil for a type that has no obvious one.
  var blank: Content? {
    if attributeType.isNullable, let value = try? decode(.null) { return value }
    if let cases = Content.self as? any CaseIterable.Type,
      let first = BlankValue.firstCase(cases) as? Content
    {
      return first
    }
    if let first = cases?.first, let value = try? decode(first) { return value }
    if let zero = attributeType.type.blank, let value = try? decode(zero) { return value }
    if isEnumeration, let value = firstNumber { return value }
    return (Content.self as? any Decodable.Type).flatMap { BlankValue.decoded($0) } as? Content
  }

  /// The first small number that is a raw value of an enumeration that does not list its cases.
  private var firstNumber: Content? {
    let numbers: [Int64] = (1...255) + [-1]
    switch attributeType.type {
    case .scalar(let type) where type.storage == .integer:
      return numbers.lazy.compactMap { try? decode(.integer($0)) }.first
    case .scalar(let type) where type.storage == .unsigned:
      return numbers.lazy.filter { $0 > 0 }
        .compactMap { try? decode(.unsigned(UInt64($0))) }.first
    default: return nil
    }
  }
}
