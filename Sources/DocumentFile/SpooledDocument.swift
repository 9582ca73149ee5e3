import DocumentTables
import ZipArchive

/// The bytes of a file that is not a document, at any place of it.
package struct ForeignBytes: Sendable {
  private let source: any ByteSource

  /// The number of bytes.
  package var count: Int { source.count }

  /// Whether the file is known to have changed since it was opened.
  package var hasChanged: Bool { source.hasChanged }

  /// Opens a source; data that can be read only once is spooled to a folder.
  package init(
    _ source: ReadSource, limits: DocumentLimits,
    folder: String = PassOptions().temporaryFolder
  ) throws(DocumentError) {
    do {
      self.source = try ReadingFile.openSpooled(
        source, folder: folder, limits: limits, accepting: { _ in true })
    } catch {
      throw error.inFile(source.path)
    }
  }

  /// The bytes that a temporary file has now.
  package init(_ file: SpillFile) throws(DocumentError) { source = try file.source() }

  /// Returns the bytes of a range.
  package func read(at offset: Int, count: Int) throws(DocumentError) -> [UInt8] {
    do {
      return try source.read(at: offset, count: count)
    } catch {
      throw DocumentError(error)
    }
  }
}

extension DocumentFile {
  /// Writes rows as they come as a document without a name, in a temporary file that is gone when nothing
  /// reads it any more.
  ///
  /// The rows are not checked; a pass over the result does that.
  ///
  /// - Parameters:
  ///   - empty: The schema and the identity of the document.
  ///   - push: Pushes all rows, in the order of hierarchies and keys, and returns the content beside the rows
  ///     and the number of rows of each entity.
  package static func spool(
    _ empty: Tables, type: DocumentType, limits: DocumentLimits,
    _ push: ((_ segment: Segment, _ hierarchy: Int) throws(DocumentError) -> Void)
      throws(DocumentError) -> (surroundings: Tables, rows: [String: Int])
  ) throws(DocumentError) -> ReadSource {
    let folder = PassOptions().temporaryFolder
    let file = SpillFile(in: folder)
    var options = DocumentWriteOptions(
      encoding: .json, compression: CompressionLevel.autosave.method, type: type, limits: limits)
    // The document is passed over once, without look-ups.
    options.indexedBytes = .max
    return try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      var archive = try ArchiveWriter(
        empty, options: options, remembersParts: false, spill: SpillFile(in: folder)
      ) { (bytes) throws(DocumentError) in try file.append(bytes) }
      let (surroundings, rows) = try push { (segment, hierarchy) throws(DocumentError) in
        try archive.add(
          segment, 0..<segment.count, hierarchy: hierarchy, members: .lists(referred: [:]),
          &workers)
      }
      try archive.finish(surroundings, rows: rows, &workers)
      return .opened(try file.source())
    }
  }
}
