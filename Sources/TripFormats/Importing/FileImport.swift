import DocumentFile
import DocumentMigration
import DocumentTables

/// What a file of another program makes of a document.
struct FileImport {
  /// Brings the bytes of a file into a document.
  typealias Run =
    @Sendable (
      _ items: ItemImport, _ bytes: [UInt8], _ options: ImportOptions
    ) throws(DocumentError) -> FileImport

  var objects: ObjectUpdate
  /// The next free key.
  let nextKey: ObjectKey
  /// The content that is not in the document, as a file of the same format; nil if there is none.
  let rejected: [UInt8]?

  var report: UpdateReport { objects.report }

  /// Returns the document that a first import makes.
  var tables: Tables { objects.imported(nextKey: nextKey) }

  /// Merges the file into the document.
  ///
  /// - Parameter side: The side to take in conflicts.
  func merged(schemas: [TableSchema], side: MergeSide) -> MergeOutcome {
    objects.merged(nextKey: nextKey, schemas: schemas, side: side)
  }
}
