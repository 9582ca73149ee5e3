import DocumentFile
import ZipArchive

/// An archive with a KML file, and what that refers to.
enum KMZArchive {
  /// Whether bytes begin a zip archive, whose first entry may be a picture.
  static func mayBegin(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  /// Whether the first entry of a zip archive is a KML file.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard mayBegin(bytes), bytes.count > 30 else { return false }
    let length = Int(bytes[26]) | Int(bytes[27]) << 8
    let name = String(decoding: bytes.dropFirst(30).prefix(length), as: UTF8.self).lowercased()
    return name.hasSuffix(".kml")
  }

  /// Reads the entries of an archive.
  ///
  /// - Throws: The codes of zip archives, `not-a-document` without a KML file.
  static func container(_ bytes: [UInt8]) throws(DocumentError) -> FeatureContainer {
    do throws(ZipError) {
      let reader = try OtherArchiveReader(MemoryByteSource(bytes))
      var container = FeatureContainer()
      for entry in reader.entries {
        container.entries.append((entry.name, try reader.contents(of: entry)))
      }
      // Another system keeps attributes of a file in one with a name of its own.
      let names = container.entries.map { entry in
        entry.name.split(separator: "/").last?.hasPrefix("._") ?? false
          ? "" : entry.name.lowercased()
      }
      let place =
        names.firstIndex(of: "doc.kml")
        ?? names.firstIndex { $0.hasSuffix(".kml") && !$0.contains("/") }
        ?? names.firstIndex { $0.hasSuffix(".kml") }
      if let place {
        container.place = place
        return container
      }
    } catch {
      throw DocumentError(error)
    }
    throw DocumentError(.notADocument, "the archive has no KML file")
  }

  /// Returns an archive with a text, and the other entries of another one.
  static func bytes(
    _ text: [UInt8], _ container: FeatureContainer?
  ) throws(DocumentError) -> [UInt8] {
    var entries = container?.entries ?? [("doc.kml", [])]
    entries[container?.place ?? 0].bytes = text
    var bytes: [UInt8] = []
    do {
      var zip = ZipWriter { bytes.append(contentsOf: $0) }
      for (name, content) in entries {
        try zip.add(name: name, contents: content, method: .deflated(level: 6))
      }
      try zip.finish()
    } catch {
      throw DocumentError(.outputFailed, "\(error)", underlying: error)
    }
    return bytes
  }
}
