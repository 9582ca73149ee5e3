import DocumentTables
import Foundation

extension DefaultSnapshot {
  private typealias Key = DataStoreSnapshotCodingKey

  /// No property has this name, because names do not begin with a dollar sign.
  private static let types = Key.modeledProperty("$types")

  /// Writes identifier, types and values.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let properties = properties
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    try container.encode(properties.mapValues(SnapshotTypeText.text), forKey: Self.types)
    for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
      let key = Key.modeledProperty(name)
      switch property {
      case .attribute(.null, _), .toOne(nil), .toMany(nil): try container.encodeNil(forKey: key)
      case .attribute(let value, let type):
        try container.encode(CodedAttribute(value, type), forKey: key)
      case .toOne(let identifier?): try container.encode(identifier, forKey: key)
      case .toMany(let identifiers?): try container.encode(identifiers, forKey: key)
      }
    }
  }

  /// Reads what ``encode(to:)`` wrote.
  ///
  /// - Throws: `DecodingError` for a property without value, and a value that is not of its type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let identifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    var properties: [String: SnapshotProperty] = [:]
    for (name, text) in try container.decode([String: String].self, forKey: Self.types) {
      let key = Key.modeledProperty(name)
      switch text {
      case SnapshotTypeText.toOne:
        properties[name] = .toOne(
          try container.decodeIfPresent(PersistentIdentifier.self, forKey: key))
      case SnapshotTypeText.toMany:
        properties[name] = .toMany(
          try container.decodeIfPresent([PersistentIdentifier].self, forKey: key))
      default:
        guard let type = SnapshotTypeText.attributeType(text) else {
          throw DecodingError.dataCorruptedError(
            forKey: Self.types, in: container, debugDescription: "\(text) is no type")
        }
        if type.isNullable, try !container.contains(key) || container.decodeNil(forKey: key) {
          properties[name] = .attribute(.null, type)
        } else {
          let coded = try container.decode(
            CodedAttribute.self, forKey: key, configuration: type)
          properties[name] = .attribute(coded.value, type)
        }
      }
    }
    self.init(identifier, properties)
  }
}
