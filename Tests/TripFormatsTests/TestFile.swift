import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// A file of a format that is read, written and updated in memory.
protocol TestFile {
  var tables: Tables { get }
  var report: ImportReport { get }
}

extension TestFile {
  /// Reads a file; what is read is a document that readers accept.
  static func read(
    _ bytes: [UInt8], _ format: TripFormat, _ options: ImportOptions
  ) throws -> ImportedFile {
    let file = try ImportedFile(bytes, format, options)
    #expect(TablesCheck.findings(file.tables, limit: 10) == [])
    let encoded = try DocumentFile.bytes(
      of: file.tables, form: .flat, options: DocumentWriteOptions(encoding: .xml, type: .trips))
    var loaded = try DocumentFile.read(.bytes(encoded))
    #expect(
      TablesDump.text(loaded.takeTables(), all: true) == TablesDump.text(file.tables, all: true))
    return file
  }

  /// The objects of an entity and its subentities in the order of their keys.
  func objects(_ entity: String) throws -> [TestObject] { try tables.testObjects(entity) }

  func texts(_ entity: String, _ property: String) throws -> [String?] {
    try objects(entity).map { $0.text(property) }
  }

  func findings(_ code: ImportReport.Code) -> [ImportReport.Finding] {
    report.findings.filter { $0.code == code }
  }
}
