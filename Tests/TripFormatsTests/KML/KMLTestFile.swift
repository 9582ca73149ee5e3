import DocumentFile
import DocumentTables
import Testing
import ZipArchive

@testable import TripFormats

/// A KML file that is read, written and updated in memory.
struct KMLTestFile: MapTestFile {
  static let format = TripFormat.kml

  var tables: Tables
  var report: ImportReport

  init(_ text: String, name: String = "map", timeZone: String? = nil) throws {
    try self.init(bytes: Array(text.utf8), .kml, name: name, timeZone: timeZone)
  }

  init(
    bytes: [UInt8], _ format: TripFormat, name: String = "map", timeZone: String? = nil
  ) throws {
    #expect(TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == format)
    let file = try Self.read(
      bytes, format, ImportOptions(timeZone: timeZone, fallbackName: name))
    (tables, report) = (file.tables, file.report)
  }

  // MARK: Texts

  static func kml(_ content: String, name: String? = nil) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
    <Document>\(name.map { "\n  <name>\($0)</name>" } ?? "")
      <Style id="a"><IconStyle><scale>1</scale></IconStyle></Style>
    \(content)</Document>
    </kml>

    """
  }

  static func place(
    _ name: String, _ coordinates: String = "11.25,47.5,600", _ more: String = ""
  ) -> String {
    """
      <Placemark>
        <name>\(name)</name>\(more)
        <styleUrl>#a</styleUrl>
        <Point><coordinates>\(coordinates)</coordinates></Point>
      </Placemark>

    """
  }

  static func line(
    _ name: String, _ coordinates: String = "11,47 11.5,47.5 12,48", _ more: String = ""
  ) -> String {
    """
      <Placemark>
        <name>\(name)</name>\(more)
        <LineString><tessellate>1</tessellate><coordinates>
          \(coordinates)
        </coordinates></LineString>
      </Placemark>

    """
  }

  static func track(_ name: String, _ times: [String]) -> String {
    "  <Placemark><name>\(name)</name><gx:Track>"
      + times.map { "<when>\($0)</when>" }.joined()
      + times.indices.map { "<gx:coord>11.\($0) 47.\($0) 600</gx:coord>" }.joined()
      + "</gx:Track></Placemark>\n"
  }

  /// An archive with a text and a picture.
  static func archive(_ text: String, picture: String = "files/a.png") throws -> [UInt8] {
    var bytes: [UInt8] = []
    var zip = ZipWriter { bytes.append(contentsOf: $0) }
    try zip.add(name: "doc.kml", contents: Array(text.utf8), method: .deflated(level: 6))
    try zip.add(name: picture, contents: [1, 2, 3], method: .stored)
    try zip.finish()
    return bytes
  }
}
