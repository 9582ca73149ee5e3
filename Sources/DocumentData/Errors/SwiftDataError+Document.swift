import DocumentFile

extension SwiftDataError {
  /// Wraps an error of reading a document, with the file and the place in it.
  package init(loading error: DocumentError) {
    self.init(
      .loadIssueModelContainer, Self.words(error), entity: error.entity,
      property: error.property, object: error.key, underlying: error)
  }

  /// Wraps an error of writing a document, with its file.
  package init(saving error: DocumentError) {
    self.init(.saveFailure, Self.words(error), underlying: error)
  }

  private static func words(_ error: DocumentError) -> String {
    let place = error.place(includingFile: true)
    return place.isEmpty ? error.message : "\(place): \(error.message)"
  }
}
