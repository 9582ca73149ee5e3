import DocumentFile
import DocumentTables
import Testing
import ZipArchive

@testable import TripFormats

/// A pass that is read in memory.
struct PassTestFile: TestFile {
  let tables: Tables
  let report: ImportReport

  init(
    _ json: String, _ others: [(String, [UInt8])] = [], language: String? = nil,
    timeZone: String? = nil
  ) throws {
    try self.init(
      bytes: try Self.pass(json, others), language: language, timeZone: timeZone)
  }

  init(
    bytes: [UInt8], name: String = "pass", language: String? = nil, timeZone: String? = nil
  ) throws {
    #expect(
      TripFormat.readable(
        beginning: Array(bytes.prefix(TripFormat.probedBytes)), fileName: "a.pkpass") == .pass)
    let options = ImportOptions(timeZone: timeZone, fallbackName: name, language: language)
    let file = try Self.read(bytes, .pass, options)
    (tables, report) = (file.tables, file.report)
  }

  // MARK: Texts

  /// A pass with a manifest that fits.
  static func pass(_ json: String, _ others: [(String, [UInt8])] = []) throws -> [UInt8] {
    let files = [("pass.json", Array(json.utf8))] + others
    let manifest =
      "{" + files.map { "\"\($0.0)\": \"\(PassBundle.digest(of: $0.1))\"" }.joined(separator: ",")
      + "}"
    return try zip(files + [("manifest.json", Array(manifest.utf8)), ("signature", [0x30, 0])])
  }

  static func zip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var zip = ZipWriter { bytes.append(contentsOf: $0) }
    for (name, content) in files {
      try zip.add(name: name, contents: content, method: .deflated(level: 6))
    }
    try zip.finish()
    return bytes
  }

  /// The content of a pass of a style.
  static func json(
    _ style: String, _ fields: String, _ more: String = "", serial: String = "1"
  ) -> String {
    """
    {"formatVersion": 1, "passTypeIdentifier": "pass.example.airline", "serialNumber": "\(serial)",
     "teamIdentifier": "T", "organizationName": "Lufthansa", "description": "Boarding pass"\(more),
     "\(style)": {\(fields)}}
    """
  }

  static func field(_ key: String, _ value: String, _ more: String = "") -> String {
    "{\"key\": \"\(key)\", \"value\": \"\(value)\"\(more)}"
  }

  /// A bar code of a flight from Lisbon to Frankfurt on a day of the year.
  static func code(
    day: String = "122", from: String = "LIS", to: String = "FRA", number: String = "01166",
    more: String = ""
  ) -> String {
    "M1DOE/JANE MRS        EABC123 \(from)\(to)LH \(number)\(day)Y012A0025 100\(more)"
  }

  static func barcode(_ message: String, _ format: String = "Aztec") -> String {
    ", \"barcodes\": [{\"format\": \"PKBarcodeFormat\(format)\", \"message\": \"\(message)\", \"messageEncoding\": \"iso-8859-1\"}]"
  }

  /// A boarding pass as airlines make it.
  static func flight(
    _ more: String = "", fields: String = "", code: String = code(), serial: String = "1"
  ) -> String {
    json(
      "boardingPass",
      """
      "transitType": "PKTransitTypeAir",
      "headerFields": [\(field("gate", "A12"))],
      "primaryFields": [\(field("origin", "LIS", #", "label": "Lisboa""#)), \(field("destination", "FRA", #", "label": "Frankfurt""#))],
      "auxiliaryFields": [\(field("boardingTime", "09:35"))\(fields), \(field("seat", "12A"))],
      "backFields": [\(field("terms", "Many words"))]
      """, barcode(code) + more, serial: serial)
  }

  static let relevant = #", "relevantDate": "2024-05-01T10:05:00+01:00""#
}
