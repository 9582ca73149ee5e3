import DocumentFile

extension TripFormat {
  /// Places and lines of maps: KML 2.2, and what earlier versions and programs write.
  public static let kml = TripFormat(
    .features(
      form(suffix: ".kml", mediaType: "application/vnd.google-earth.kml+xml") {
        (file, text) throws(DocumentError) in text ?? file.container?.text ?? file.bytes
      }, name: "kml", title: "KML", losses: ["attachments, such as pictures of a KMZ file"],
      begins: { FeatureText.begins($0, with: "kml") }))

  /// Archives of KML with pictures.
  public static let kmz = TripFormat(
    .features(
      form(suffix: ".kmz", mediaType: "application/vnd.google-earth.kmz") {
        (file, text) throws(DocumentError) in
        if text == nil, file.container != nil { return file.bytes }
        return try KMZArchive.bytes(text ?? file.bytes, file.container)
      }, name: "kmz", title: "KMZ", isText: false, losses: ["attachments that the file never had"],
      begins: KMZArchive.begins, mayBegin: OtherArchive.begins))

  /// Both are one format, so that a document of a map is written in either.
  private static func form(
    suffix: String, mediaType: String,
    write: @escaping @Sendable (FeatureFile, [UInt8]?) throws(DocumentError) -> [UInt8]
  ) -> FeatureForm {
    FeatureForm(
      name: "kml", title: "KML", suffix: suffix, mediaType: mediaType, empty: KMLFile.empty,
      abilities: [.addresses, .spans], read: KMLFile.read, ways: KMLWays.ways,
      edit: KMLEditing.edits, write: write)
  }
}
