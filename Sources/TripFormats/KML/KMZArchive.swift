import DocumentFile

/// An archive with a KML file, and what that refers to.
enum KMZArchive {
  /// Whether the first entry of a zip archive is a KML file; it may be a picture.
  static func begins(_ bytes: [UInt8]) -> Bool {
    OtherArchive.firstName(bytes)?.lowercased().hasSuffix(".kml") ?? false
  }

  /// Reads the entries of an archive.
  ///
  /// - Throws: The codes of zip archives, `not-a-document` without a KML file.
  static func container(_ bytes: [UInt8]) throws(DocumentError) -> FeatureContainer {
    let archive = try OtherArchive(bytes)
    // Another system keeps attributes of a file in one with a name of its own.
    let names = archive.entries.map { entry in
      entry.name.split(separator: "/").last?.hasPrefix("._") ?? false
        ? "" : entry.name.lowercased()
    }
    let place =
      names.firstIndex(of: "doc.kml")
      ?? names.firstIndex { $0.hasSuffix(".kml") && !$0.contains("/") }
      ?? names.firstIndex { $0.hasSuffix(".kml") }
    guard let place else { throw DocumentError(.notADocument, "the archive has no KML file") }
    return FeatureContainer(archive: archive, place: place)
  }

  /// Returns an archive with a text, and the other entries of another one.
  static func bytes(
    _ text: [UInt8], _ container: FeatureContainer?
  ) throws(DocumentError) -> [UInt8] {
    var archive = container?.archive ?? OtherArchive(entries: [("doc.kml", [])])
    archive.entries[container?.place ?? 0].bytes = text
    return try archive.written()
  }
}
