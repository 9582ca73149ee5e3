import DocumentFile
import DocumentTables

/// What a format is and does.
///
/// Each folder of a format has one, and `TripFormat.all` lists them.
struct FormatDefinition: Sendable {
  /// How files become documents, and documents files.
  enum Model: Sendable {
    /// The format has objects of its own, of which the trip schema states what it can.
    case objects(read: FileImport.Run, write: Write)
    /// The format is a table of any schema, which passes by.
    case table(SinkExport)
    /// The format is a database of any schema.
    case database(SinkExport)
    /// Files of other formats lie in a file, which is only read.
    case files(@Sendable ([UInt8], ImportOptions) throws(DocumentError) -> ContainedFiles)
  }

  /// Returns tables of ``TripFormat/schemaVersion`` as a file, and what it does not contain.
  typealias Write =
    @Sendable (Tables, TripSchema) throws(DocumentError) -> (bytes: [UInt8], notes: [String])

  /// The name on command lines.
  let name: String
  let title: String
  /// The endings of file names, the usual one first.
  let suffixes: [String]
  let mediaType: String
  /// Whether a terminal can show a file.
  var isText = true
  /// What a file does not contain of a document, as sentences.
  let losses: [String]
  /// What no format with objects of its own contains, but for attachments.
  static let lossesOfObjects = [
    "extension records of other programs and formats", "data of other programs in objects",
    "data that a migration carries", "the history",
    "orders of lists whose objects were read from another file", "participants of no trip",
    "tickets", "whether a list without members is empty or null",
  ]

  /// Whether a file of any name begins with these bytes.
  let begins: @Sendable ([UInt8]) -> Bool
  /// Whether a file with a name of the format may begin with these bytes, although they do not tell it.
  var mayBegin: @Sendable ([UInt8]) -> Bool = { _ in false }
  let model: Model
  /// What a format of features does.
  var features: FeatureForm?
}

extension FormatDefinition {
  /// Returns the definition of a format whose files state places, routes and tracks.
  static func features(
    _ form: FeatureForm, name: String, title: String, isText: Bool = true, losses: [String],
    begins: @escaping @Sendable ([UInt8]) -> Bool,
    mayBegin: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }
  ) -> FormatDefinition {
    FormatDefinition(
      name: name, title: title, suffixes: [form.suffix], mediaType: form.mediaType, isText: isText,
      losses: losses + lossesOfObjects, begins: begins,
      mayBegin: mayBegin,
      model: .objects(read: FeatureImport.run(form), write: FeatureExport.write(form)),
      features: form)
  }
}
