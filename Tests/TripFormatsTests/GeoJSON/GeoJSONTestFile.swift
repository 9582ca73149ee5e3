import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// A GeoJSON file that is read, written and updated in memory.
struct GeoJSONTestFile: MapTestFile {
  static let format = TripFormat.geoJSON

  var tables: Tables
  var report: ImportReport

  init(_ text: String, name: String = "map", timeZone: String? = nil) throws {
    try self.init(bytes: Array(text.utf8), name: name, timeZone: timeZone)
  }

  init(bytes: [UInt8], name: String = "map", timeZone: String? = nil) throws {
    #expect(
      TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == .geoJSON)
    let file = try Self.read(
      bytes, .geoJSON, ImportOptions(timeZone: timeZone, fallbackName: name))
    (tables, report) = (file.tables, file.report)
  }

  // MARK: Texts

  static func collection(_ features: String..., name: String? = nil) -> String {
    """
    {
      "type": "FeatureCollection",\(name.map { "\n  \"name\": \"\($0)\"," } ?? "")
      "generator": "a program",
      "features": [
        \(features.joined(separator: ",\n    "))
      ]
    }

    """
  }

  static func place(
    _ name: String, _ coordinates: String = "[11.25, 47.5, 600]", _ more: String = ""
  ) -> String {
    #"{"type": "Feature", "id": 7, "properties": {"name": "\#(name)"\#(more), "marker-color": "red"}, "geometry": {"type": "Point", "coordinates": \#(coordinates)}}"#
  }

  static func line(
    _ name: String, _ coordinates: String = "[[11, 47], [11.5, 47.5], [12, 48]]",
    _ more: String = ""
  ) -> String {
    #"{"type": "Feature", "properties": {"name": "\#(name)"\#(more)}, "geometry": {"type": "LineString", "coordinates": \#(coordinates)}}"#
  }

  static func track(_ name: String, _ times: [String]) -> String {
    line(
      name, "[" + times.indices.map { "[11.\($0), 47.\($0), 600]" }.joined(separator: ", ") + "]",
      #", "coordTimes": ["# + times.map { "\"\($0)\"" }.joined(separator: ", ") + "]")
  }
}
