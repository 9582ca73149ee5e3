import DocumentFile
import DocumentMigration
import DocumentTables

/// What a file of another program makes of a document.
struct FileImport {
  /// Returns what the bytes of a file make of a document.
  typealias Run =
    @Sendable (
      _ tables: Tables, _ bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
      _ removesCancelled: Bool, _ takesTheirs: Bool
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
