import DocumentFile
import Markup

extension TripFormat {
  /// Places and lines of maps on pages: GeoJSON (RFC 7946), also as a text sequence (RFC 8142) or one feature a line.
  public static let geoJSON = TripFormat(
    .features(
      FeatureForm(
        name: "geojson", title: "GeoJSON", suffix: ".geojson", mediaType: "application/geo+json",
        empty: GeoJSONFile.empty, abilities: [.namedEnds, .addresses, .spans, .kinds],
        read: GeoJSONFile.read, ways: GeoJSONFile.ways, edit: GeoJSONEditing.edits,
        write: { (file, text) throws(DocumentError) in text ?? file.bytes }),
      name: "geojson", title: "GeoJSON", losses: ["attachments"], begins: begins,
      mayBegin: { FeatureText($0).bytes.first { $0 > 0x20 } == UInt8(ascii: "{") }))

  /// Whether a file begins with an object of GeoJSON: one with its type, or an array of features.
  private static func begins(_ file: [UInt8]) -> Bool {
    let text = FeatureText(file).bytes
    return text.withUnsafeBufferPointer { bytes in
      // A letter of more bytes may be cut at the end.
      let whole = bytes.lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? 0
      guard var json = try? JSONReader(UnsafeBufferPointer(rebasing: bytes[..<whole])) else {
        return false
      }
      return (try? begins(&json)) ?? false
    }
  }

  private static let types = GeoJSONGeometry.types.union(["Feature", "FeatureCollection"])

  /// - Throws: An error for a text that is cut before it tells.
  private static func begins(_ json: inout JSONReader) throws(MarkupError) -> Bool {
    json.passSeparators()
    // The type of a collection may follow its features, too far behind.
    var isInFeatures = false
    while json.peek() == .objectStart {
      try json.beginObject()
      var isNext = false
      while !isNext, try json.nextMember() {
        switch (try json.readKey(), json.peek()) {
        case ("type", .string): return types.contains(try json.readString())
        case ("features", .arrayStart) where !isInFeatures:
          try json.beginArray()
          (isInFeatures, isNext) = (true, try json.nextElement())
        default: try json.skimValue()
        }
      }
      if !isNext { return false }
    }
    return false
  }
}
