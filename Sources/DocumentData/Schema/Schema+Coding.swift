import DocumentFile
import DocumentTables

extension Schema: Codable {
  private enum CodingKeys: String, CodingKey {
    case encodingVersion, schema
  }

  /// Reads a schema that ``encode(to:)`` wrote; the schema has no classes.
  ///
  /// - Throws: `DecodingError`, or the errors of the decoder.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Version.self, forKey: .encodingVersion)
    let current = Schema.schemaEncodingVersion
    guard version.major == current.major else {
      throw DecodingError.dataCorruptedError(
        forKey: .encodingVersion, in: container,
        debugDescription:
          "the schema has the encoding version \(version), this program reads \(current)")
    }
    let text = try container.decode(String.self, forKey: .schema)
    self.init(try TableSchema(tree: try JSONTreeReader.object(of: Array(text.utf8), as: .schema)))
  }

  /// Writes the version and the canonical JSON text of the schema.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if classes or entities contradict one another.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    let text = String(decoding: try canonicalText(), as: UTF8.self)
    try container.encode(text, forKey: .schema)
  }

  /// Writes the schema to a file, as the canonical text that documents contain.
  ///
  /// Use it to archive and compare the released versions of an application's models.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if classes or entities contradict one another, and
  ///   ``SwiftDataError/saveFailure`` if the file cannot be written.
  public func save(to url: URL) throws {
    let text = try canonicalText() + [UInt8(ascii: "\n")]
    do {
      try DocumentFile.replace(fileAt: url.path, with: text)
    } catch {
      throw SwiftDataError(saving: error)
    }
  }

  /// Reads a schema from a file that ``save(to:)`` wrote; the schema has no classes.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the file is not a schema, and the errors of
  ///   reading the file.
  public static func load(from url: URL) throws -> Schema {
    let data = try Data(contentsOf: url)
    do {
      let tree = try JSONTreeReader.object(of: [UInt8](data), as: .schema)
      return Schema(try TableSchema(tree: tree))
    } catch {
      throw SwiftDataError(
        .unknownSchema, "\(url.lastPathComponent) is no schema", underlying: error)
    }
  }

  /// Creates the schema that a document or a schema file contains.
  package convenience init(_ tables: TableSchema) {
    self.init(
      describedBy: tables.entities.map { Entity($0) }, version: Version(tables.version))
  }

  private func canonicalText() throws -> [UInt8] {
    CanonicalJSON.bytes(of: try statedTableSchema(name: "schema").tree())
  }
}

extension Schema.Entity: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, originalName, superentity, isAbstract, attributes, relationships, unique, indexes
    case rtrees
  }

  /// Reads an entity that ``encode(to:)`` wrote, without its related entities.
  ///
  /// - Throws: `DecodingError`, or the errors of the decoder.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(String.self, forKey: .name))
    statedOriginalName = try container.decodeIfPresent(String.self, forKey: .originalName)
    superentityName = try container.decodeIfPresent(String.self, forKey: .superentity)
    isAbstract = try container.decodeIfPresent(Bool.self, forKey: .isAbstract) ?? false
    storedProperties = try container.decode([Schema.Attribute].self, forKey: .attributes)
    storedProperties += try container.decode([Schema.Relationship].self, forKey: .relationships)
    uniquenessConstraints = try container.decode([[String]].self, forKey: .unique)
    indices = try container.decode([[String]].self, forKey: .indexes)
    rtreeIndices = try container.decodeIfPresent([[String]].self, forKey: .rtrees) ?? []
  }

  /// Writes the entity's own declarations, and its superentity and destinations by name.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(statedOriginalName, forKey: .originalName)
    try container.encodeIfPresent(superentityName, forKey: .superentity)
    if isAbstract { try container.encode(true, forKey: .isAbstract) }
    try container.encode(
      storedProperties.compactMap { $0 as? Schema.Attribute }, forKey: .attributes)
    try container.encode(
      storedProperties.compactMap { $0 as? Schema.Relationship }, forKey: .relationships)
    try container.encode(uniquenessConstraints, forKey: .unique)
    try container.encode(indices, forKey: .indexes)
    if !rtreeIndices.isEmpty { try container.encode(rtreeIndices, forKey: .rtrees) }
  }
}
