/// A document as bytes, in a format and a schema version.
public struct EncodedDocument: Sendable {
  /// The content of a file.
  public let data: Data
  /// The format of ``data``.
  public let format: DocumentFormat
  /// The report of the migration to an older version; without stages if there was none.
  public let migrationReport: MigrationReport

  /// Returns ``data`` piece by piece, such as for the body of a response.
  ///
  /// All bytes exist before the first piece is returned. A writer that waited for a slow client
  /// would occupy a thread until the client had read everything.
  ///
  /// - Parameter size: The number of bytes in each piece but the last; at least 1.
  public func chunks(
    ofSize size: Int = 65_536
  ) -> some AsyncSequence<Data, Never> & Sendable {
    Chunks(data: data, size: max(1, size))
  }

  /// The bytes of a document in pieces.
  private struct Chunks: AsyncSequence, Sendable {
    let data: Data
    let size: Int

    func makeAsyncIterator() -> Iterator { Iterator(rest: data, size: size) }

    /// The state of one pass over the bytes.
    struct Iterator: AsyncIteratorProtocol {
      var rest: Data
      let size: Int

      /// Returns the next piece; nil after the last.
      mutating func next() async -> Data? {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size)
      }
    }
  }
}
