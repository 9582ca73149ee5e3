import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// A GPX file that is read, written and updated in memory.
struct GPXTestFile: MapTestFile {
  static let format = TripFormat.gpx

  var tables: Tables
  var report: ImportReport

  init(_ text: String, name: String = "hike", timeZone: String? = nil) throws {
    try self.init(bytes: Array(text.utf8), name: name, timeZone: timeZone)
  }

  init(bytes: [UInt8], name: String = "hike", timeZone: String? = nil) throws {
    #expect(TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == .gpx)
    let file = try Self.read(
      bytes, .gpx, ImportOptions(timeZone: timeZone, fallbackName: name))
    (tables, report) = (file.tables, file.report)
  }

  // MARK: Texts

  /// A file of GPX 1.1.
  static func gpx(_ content: String, name: String? = nil) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Test">
    \(name.map { "  <metadata>\n    <name>\($0)</name>\n  </metadata>\n" } ?? "")\(content)
    </gpx>

    """
  }

  static func place(
    _ name: String, _ latitude: Double = 47, _ longitude: Double = 11, time: String? = nil,
    more: String = ""
  ) -> String {
    """
      <wpt lat="\(latitude)" lon="\(longitude)">\(time.map { "<time>\($0)</time>" } ?? "")
        <name>\(name)</name>\(more)
      </wpt>

    """
  }

  /// A track of two points.
  static func track(_ name: String, from start: String? = nil, to end: String? = nil) -> String {
    func time(_ text: String?) -> String { text.map { "<time>\($0)</time>" } ?? "" }
    return """
        <trk>
          <name>\(name)</name>
          <trkseg>
            <trkpt lat="47.1" lon="11.1"><ele>800</ele>\(time(start))</trkpt>
            <trkpt lat="47.2" lon="11.2"><ele>900</ele>\(time(end))</trkpt>
          </trkseg>
        </trk>

      """
  }

  static func route(_ name: String, _ points: [(name: String, latitude: Double)]) -> String {
    "  <rte>\n    <name>\(name)</name>\n"
      + points.map { point in
        "    <rtept lat=\"\(point.latitude)\" lon=\"11\">"
          + (point.name.isEmpty ? "" : "<name>\(point.name)</name>") + "</rtept>\n"
      }.joined() + "  </rte>\n"
  }
}
