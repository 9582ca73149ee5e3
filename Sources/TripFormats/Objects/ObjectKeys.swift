import DocumentFile
import DocumentTables

/// The free keys of a document into which objects are imported.
struct ObjectKeys {
  /// The next free key.
  private(set) var next: ObjectKey
  private var rest: Int

  /// - Parameters:
  ///   - next: The first key that no object has.
  ///   - limits: The limits, of which the number of objects is used.
  init(next: ObjectKey = 1, limits: DocumentLimits) {
    self.next = next
    rest = limits.objects
  }

  /// Takes a key for an object or an extension record.
  ///
  /// - Throws: `limit-objects`.
  mutating func take() throws(DocumentError) -> ObjectKey {
    guard next < .max, rest > 0 else { throw DocumentError(.limitObjects) }
    rest -= 1
    defer { next += 1 }
    return next
  }

  /// Returns a key that a record has, or takes one if there is no record.
  ///
  /// - Throws: `limit-objects`.
  mutating func take(ifNil known: ObjectKey?) throws(DocumentError) -> ObjectKey {
    if let known { return known }
    return try take()
  }
}
