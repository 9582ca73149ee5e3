import DocumentFile

extension TripFormat {
  /// Waypoints, routes and tracks of devices and maps: GPX 1.1 and 1.0.
  public static let gpx = TripFormat(
    .features(
      FeatureForm(
        name: "gpx", title: "GPX", suffix: ".gpx", mediaType: "application/gpx+xml",
        empty: GPXFile.empty,
        abilities: [.namedEnds, .kinds],
        read: GPXFile.read, ways: GPXWays.ways, edit: GPXEditing.edits,
        write: { (file, text) throws(DocumentError) in text ?? file.bytes }),
      name: "gpx", title: "GPX", losses: ["attachments"],
      begins: { FeatureText.begins($0, with: "gpx") }))
}
