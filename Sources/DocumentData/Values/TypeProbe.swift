/// Finds the properties of a `Codable` type by decoding a value from nothing.
///
/// Numbers are zero, texts and lists empty, optionals nil; the decoder writes down what it is asked
/// for. It runs the type's own `init(from:)`, and is used only where somebody asks for properties.
enum TypeProbe {
  struct Property {
    var name: String
    var type: any Any.Type
  }

  /// Empty where the type is not `Decodable`, does not decode members, or refuses such values.
  static func properties(of type: any Any.Type) -> [Property] {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    guard let type = wrapped as? any Decodable.Type else { return [] }
    let log = ProbeLog()
    do {
      _ = try ProbeDecoder(codingPath: [], log: log).value(of: type)
      return log.properties
    } catch {
      return []
    }
  }
}

/// What one level of a type was asked for.
final class ProbeLog {
  var properties: [TypeProbe.Property] = []

  func note(_ key: any CodingKey, _ type: any Any.Type) {
    guard !properties.contains(where: { $0.name == key.stringValue }) else { return }
    properties.append(TypeProbe.Property(name: key.stringValue, type: type))
  }
}
