/// How a save writes the file of a store.
///
/// It belongs to the container that saves: containers with other configurations may share the file.
package struct FileWriting: Sendable {
  /// The format; nil for that of the file, or of its name if there is no file.
  package var format: DocumentFormat?
  package var compression: DocumentCompression

  package init(
    format: DocumentFormat? = nil, compression: DocumentCompression = .standard
  ) {
    self.format = format
    self.compression = compression
  }
}
