/// How a save writes the file of a store.
///
/// It belongs to the container that saves: containers with other configurations may share the file.
package struct FileWriting: Sendable {
  /// The format; nil for that of the file, or of its name if there is no file.
  package var format: DocumentFormat?
  package var compression: DocumentCompression
  /// Whether the save stops if its task is cancelled.
  package var stopsIfCancelled: Bool

  package init(
    format: DocumentFormat? = nil, compression: DocumentCompression = .standard,
    stopsIfCancelled: Bool = false
  ) {
    self.format = format
    self.compression = compression
    self.stopsIfCancelled = stopsIfCancelled
  }

  /// Returns whether the save must stop; nil if it never does.
  var isCancelled: (@Sendable () -> Bool)? {
    if stopsIfCancelled { { Task.isCancelled } } else { nil }
  }
}
