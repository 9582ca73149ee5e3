import DocumentFile
import DocumentTables

/// A format of other programs in which trips can be read or written.
///
/// A format with a model of its own speaks one released version of the trip schema, 6.0.0, like a document of that
/// version: stages bring documents of other versions to it and back. SQLite files have the schema of their document.
public struct TripFormat: Sendable {
  let definition: FormatDefinition

  init(_ definition: FormatDefinition) { self.definition = definition }

  /// The name on command lines.
  public var name: String { definition.name }
  /// The name for people.
  public var title: String { definition.title }
  /// The endings of file names, the usual one first.
  public var suffixes: [String] { definition.suffixes }
  /// The media type.
  public var mediaType: String { definition.mediaType }
  /// What a file of the format does not contain of a document, as sentences.
  public var losses: [String] { definition.losses }

  /// The version of the trip schema that importers return and that exporters of a format with a fixed model
  /// take.
  package static let schemaVersion = SchemaVersion(6, 0, 0)

  /// How many bytes from the beginning of a file tell its format.
  package static let probedBytes = 4096

  /// Whether a file is read as it passes by, so that it may be larger than memory.
  package var isStreamed: Bool { if case .table = definition.model { true } else { false } }

  /// Whether the files are text, which a terminal can show.
  package var isText: Bool { definition.isText }

  /// Whether documents can be written in the format, not only read.
  public var isWritable: Bool { if case .files = definition.model { false } else { true } }

  /// Whether the format has a fixed model, so that its writer needs all rows in ``schemaVersion``.
  package var hasOwnModel: Bool { if case .objects = definition.model { true } else { false } }
  /// The way to write rows of any schema; nil if the format has a model of its own, or is only read.
  package var export: SinkExport? {
    switch definition.model {
    case .table(let export), .database(let export): export
    case .objects, .files: nil
    }
  }
}

extension TripFormat: Hashable {
  /// Whether both are one format.
  public static func == (left: TripFormat, right: TripFormat) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
