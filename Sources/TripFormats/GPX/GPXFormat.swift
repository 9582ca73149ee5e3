import DocumentFile

extension TripFormat {
  /// Waypoints, routes and tracks of devices and maps: GPX 1.1 and 1.0.
  public static let gpx = TripFormat(
    .features(
      FeatureForm(
        name: "gpx", suffix: ".gpx", mediaType: "application/gpx+xml", empty: GPXFile.empty,
        read: GPXFile.read, ways: GPXWays.ways, edit: GPXEditing.edits),
      title: "GPX", losses: ["attachments"], begins: GPXFile.begins))
}
