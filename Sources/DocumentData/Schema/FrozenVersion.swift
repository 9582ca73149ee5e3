import DocumentFile
import DocumentTables

/// A released version of an application's models as data, without model classes.
///
/// A plan lists it like any ``VersionedSchema``, before, between or behind versions with classes, and a
/// container of today's classes opens files of it. So an application can delete the classes of a released
/// version. `tripconv schema export --as swift` writes the type from a document, a store or a schema file:
///
/// ```swift
/// enum V1: FrozenVersion {
///   static let schema = FrozenSchema(
///     #"""
///     {
///       "format": "1.0",
///       …
///     }
///     """#)
/// }
/// ```
///
/// Lightweight stages need nothing else, in both directions. The closures of other stages get a
/// ``ModelContext`` whose objects are rows: ``ModelContext/rows(_:)`` returns them, and their properties have
/// names. See <doc:FrozenVersions>.
///
/// SwiftData has no such type: every version of a plan lists classes there.
public protocol FrozenVersion: VersionedSchema {
  /// The schema of the version.
  static var schema: FrozenSchema { get }
}

extension FrozenVersion {
  /// No classes.
  public static var models: [any PersistentModel.Type] { [] }

  /// The version that the schema states; if it states none, the number at the end of the type's name, else
  /// 1.0.0.
  public static var versionIdentifier: Schema.Version {
    guard let stated = (try? schema.content.get())?.version else {
      return Schema.Version(countedIn: String(describing: self)) ?? Schema.Version(1, 0, 0)
    }
    return Schema.Version(stated)
  }
}

/// The schema of a ``FrozenVersion``, read from the text of a schema file.
///
/// The text states its fingerprints, so that an edit of it is found. A text that is no schema is no error
/// here: the value keeps the problem, and each use of the plan throws it.
public struct FrozenSchema: Sendable {
  let content: Result<TableSchema, DocumentError>

  /// Reads the text that `tripconv schema export` writes.
  ///
  /// - Complexity: Linear in the length of the text. A `static let` reads it once.
  public init(_ text: String) {
    content = Result { () throws(DocumentError) -> TableSchema in
      try SchemaFile(Array(text.utf8)).schema
    }
  }

  /// The reason why the text is no schema; nil if it is one.
  public var problem: SwiftDataError? {
    guard case .failure(let error) = content else { return nil }
    return SwiftDataError(.unknownSchema, "its text is no schema: \(error)", underlying: error)
  }
}

extension VersionedSchema {
  /// Whether the version has no classes.
  static var isFrozen: Bool { self is any FrozenVersion.Type }

  /// Returns the schema of the version in the form that tables use; that of classes is checked as for a
  /// container.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` with entity and property, or with the problem of a frozen
  ///   version's text.
  package static func checkedTableSchema(name: String) throws -> TableSchema {
    guard let frozen = self as? any FrozenVersion.Type else {
      return try Schema(versionedSchema: self).checkedTableSchema(name: name)
    }
    return try frozen.tableSchema(name: name)
  }
}

extension FrozenVersion {
  /// The schema that the text states.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the text is no schema, or that of another version.
  @discardableResult
  static func statedSchema() throws -> TableSchema {
    let stated: TableSchema
    do {
      stated = try schema.content.get()
    } catch {
      throw SwiftDataError(
        .unknownSchema, "the text of \(self) is no schema: \(error)", underlying: error)
    }
    let version = versionIdentifier.tableVersion
    guard let own = stated.version, own != version else { return stated }
    throw SwiftDataError(
      .unknownSchema,
      "\(self) is version \(version.text), and its schema is that of \(own.text): remove the "
        + "versionIdentifier, or export the schema again")
  }

  /// Returns the schema of the version under a name, with the version of the type.
  fileprivate static func tableSchema(name: String) throws -> TableSchema {
    let stated = try statedSchema()
    do {
      return try stated.renamed(name, version: versionIdentifier.tableVersion)
    } catch {
      throw SwiftDataError(
        .unknownSchema, error.detail, entity: error.entity, property: error.property,
        underlying: error)
    }
  }
}
