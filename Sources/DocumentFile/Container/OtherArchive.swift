import ZipArchive

/// The recognition of zip archives that are not documents.
enum OtherArchive {
  private static let knownEntries = [
    ("[Content_Types].xml", "it is a document of an office program"),
    ("META-INF/MANIFEST.MF", "it is a Java archive"),
    ("AndroidManifest.xml", "it is an Android program"),
  ]

  /// Returns a description of an archive; empty if it may be a repacked document.
  static func words(for archive: ZipReader) -> String {
    let names = Set(archive.entries.map(\.name))
    if names.contains(MediaTypeEntry.name) { return "" }
    if let known = knownEntries.first(where: { names.contains($0.0) }) { return known.1 }
    guard let first = archive.entries.first else { return "it is an empty zip archive" }
    return "it is a zip archive of other files, the first is \(first.name)"
  }
}
