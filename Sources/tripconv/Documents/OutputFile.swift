import DocumentData
import DocumentFile
import DocumentTables
import TripFormats

/// Rows on their way into a file: they pass by, or lie in memory.
enum RowSource {
  case passing(VersionedPass)
  case held(HeldRows)
}

/// The rows of a document in memory.
struct HeldRows {
  var tables: Tables
  var type: DocumentType
  var limits = DocumentLimits.standard
  /// The document as it was read, without its rows; nil if they were not read from a file.
  var read: LoadedDocument?
}

/// A file that a verb writes: all documents and files of other programs that `tripconv` makes pass
/// through ``write(_:announce:)``.
struct OutputFile {
  let target: WriteTarget
  let format: OutputFormat
  /// How the parts of a zip are compressed; nil to store them.
  var compression: CompressionLevel? = .standard
  /// Whether the target is the file that the rows were read from.
  var isOwn = false
  /// Whether the old file is kept, with ~ appended to its name.
  var keepsBackup = false

  /// Writes rows, changing the file only if everything succeeds.
  ///
  /// - Parameter announce: Called after all checks, before anything is changed.
  /// - Returns: What the file does not contain; nil if the rows pass by and are needed all at once.
  func write(_ source: RowSource, announce: () throws -> Void = {}) throws -> [Message]? {
    if let kind = format.binaryKind { try StandardOutput.refuse(kind, to: target) }
    do {
      switch (format, source) {
      case (.document(let format), .passing(let pass)):
        let options = options(format, pass.type)
        let isWritten = try pass.write(to: target, as: format.form, options) {
          try announce()
          try keepBackup { (backup) throws(DocumentError) in
            try pass.document.copyFile(to: backup)
          }
        }
        return isWritten ? [] : nil
      case (.document(let format), .held(let rows)):
        try announce()
        try write(rows, as: format)
        return []
      case (.foreign(let format), .passing(let pass)):
        // A format with a model of its own needs the history, and rows of one version.
        guard let export = format.export else { return nil }
        return try pass.write(to: target, by: export, announce: announce).map(messages)
      case (.foreign(let format), .held(let rows)):
        try announce()
        return messages(try write(rows, as: format))
      }
    } catch let error as DocumentError {
      throw CommandFailure(error, file: target.name)
    }
  }

  /// Writes a document; over its own file as a save, which copies the parts that did not change.
  private func write(_ rows: HeldRows, as format: FormatName) throws {
    guard isOwn, case .path(let path) = target, let read = rows.read, read.origin != nil else {
      var options = options(format, rows.type)
      options.limits = rows.limits
      let unkept = try DocumentFile.write(
        rows.tables, form: format.form, options: options, to: target)
      return StandardError.say(unkept, of: target.name)
    }
    try keepBackup { (backup) throws(DocumentError) in
      try DocumentFile.copy(fileAt: path, to: backup, of: read.origin)
    }
    let saved = try DocumentFile.save(
      rows.tables, inPlaceOf: read, at: path, format: (format.form, format.encoding))
    StandardError.say(saved.unkept, of: path)
    if let problem = saved.durabilityProblem { throw problem }
  }

  /// - Returns: What the file does not contain.
  private func write(_ rows: HeldRows, as format: TripFormat) throws -> [String] {
    if let export = format.export {
      let (unkept, notes) = try export.write(rows.tables, to: target)
      StandardError.say(unkept, of: target.name)
      return notes
    }
    let file = try ExportedFile(try TripMigration.tables(rows.tables, forFormat: format), format)
    switch target {
    case .standardOutput: try StandardOutput.write(file.bytes)
    case .path(let path):
      StandardError.say(try DocumentFile.replace(fileAt: path, with: file.bytes), of: path)
    }
    return file.notes
  }

  private func keepBackup(
    _ copy: (String) throws(DocumentError) -> UnkeptRights
  ) throws {
    guard keepsBackup, case .path(let path) = target else { return }
    let backup = path + "~"
    // A file that cannot be replaced needs no backup.
    try DocumentFile.requireReplaceable(fileAt: path)
    do {
      StandardError.say(try copy(backup), of: backup)
    } catch {
      throw CommandFailure(error, file: backup)
    }
  }

  private func options(_ format: FormatName, _ type: DocumentType) -> DocumentWriteOptions {
    var options = DocumentWriteOptions(encoding: format.encoding, type: type)
    if let compression { options.compressEntries(compression) } else { options.storeEntries() }
    return options
  }

  private func messages(_ notes: [String]) -> [Message] {
    notes.map { Message(.note, $0, at: target.name) }
  }
}
