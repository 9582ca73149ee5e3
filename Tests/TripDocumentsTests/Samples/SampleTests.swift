import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing
import TripDocuments
import ZipArchive

@Suite("Samples")
struct SampleTests {
  private var migrator: Migrator {
    Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
  }

  // Spec 7.2-1, 7.2-6, 7.2-7
  @Test("there are samples of every released version")
  func everyVersion() {
    for version in TripMigrationPlan.releasedMajors {
      #expect(SampleFolder.cases().contains { $0.hasSuffix("-v\(version)") })
    }
  }

  // Spec 1.4-1, 3.2-4, 3.6-9, 3.6-10, 3.9-4, 3.14-5, 5.1-8, 7.1-1, 11.3-1
  @Test(
    "the four files of a case hold one document, and are what a full write gives",
    arguments: SampleFolder.cases() + SampleFolder.newer)
  func forms(name: String) throws {
    let sample = SampleCase(name)
    let source = try DocumentFile.read(.bytes(try sample.bytes(SampleCase.source)))
    let expected = TablesDump.text(source.tables, all: true)
    let dump = try #require(try sample.golden(sample.sourceDump, is: Array(expected.utf8)))
    #expect(String(decoding: dump, as: UTF8.self) == expected)
    for file in SampleCase.derived {
      let written = try DocumentFile.bytes(
        of: source.tables, form: file.form,
        options: DocumentWriteOptions(
          encoding: file.encoding, compression: .stored, type: source.header.type,
          generator: SampleCase.generator))
      let golden = try #require(
        try sample.golden(file.name, is: written), "\(file.name) is missing")
      #expect(golden == written, "\(file.name) is not what a full write gives")
      let read = try DocumentFile.read(.bytes(golden))
      #expect(TablesDump.text(read.tables, all: true) == expected, "\(file.name)")
    }
  }

  // Spec 1.4-2, 7.3.1-2, 7.3-6
  @Test("a case migrates to what is expected of it", arguments: SampleFolder.cases())
  func migration(name: String) throws {
    let sample = SampleCase(name)
    let source = try DocumentFile.read(.bytes(try sample.bytes(SampleCase.source)))
    let migrated = try migrator.migrate(source.tables)
    let dump = Array(TablesDump.text(migrated.tables, all: true).utf8)
    let report = Array((migrated.report.description + "\n").utf8)
    let expectedDump = try #require(try sample.golden("expected-dump.txt", is: dump))
    let expectedReport = try #require(try sample.golden("expected-migration.txt", is: report))
    #expect(String(decoding: expectedDump, as: UTF8.self) == String(decoding: dump, as: UTF8.self))
    #expect(
      String(decoding: expectedReport, as: UTF8.self) == String(decoding: report, as: UTF8.self))
    #expect(TablesCheck.findings(migrated.tables) == [])
  }

  struct Target: CustomTestStringConvertible, Sendable {
    let sample: String
    let version: Int
    var testDescription: String { "\(sample) to \(version).0.0" }
  }

  static let targets = SampleFolder.cases().flatMap { name in
    TripMigrationPlan.releasedMajors.filter { !name.hasSuffix("-v\($0)") }.map {
      Target(sample: name, version: $0)
    }
  }

  @Test("a case becomes what is expected in every other version", arguments: targets)
  func versions(_ target: Target) throws {
    let sample = SampleCase(target.sample)
    let source = try DocumentFile.read(.bytes(try sample.bytes(SampleCase.source)))
    let converted = try migrator.convert(
      source.tables, to: Schema.Version(target.version, 0, 0), losses: .carry)
    #expect(TablesCheck.findings(converted.tables) == [])
    let name = "to-\(target.version).0.0"
    let written = try DocumentFile.bytes(
      of: converted.tables, form: .flat,
      options: DocumentWriteOptions(encoding: .json, generator: SampleCase.generator))
    let expected = try #require(try sample.golden("\(name).trips.json", is: written))
    #expect(String(decoding: expected, as: UTF8.self) == String(decoding: written, as: UTF8.self))
    let report = Array((converted.report.description + "\n").utf8)
    let words = try #require(try sample.golden("\(name).report.txt", is: report))
    #expect(String(decoding: words, as: UTF8.self) == String(decoding: report, as: UTF8.self))
  }

  // Spec 1.2-2, 11.7-1
  @Test(
    "the four forms convert into one another in any order without a difference",
    arguments: SampleFolder.cases())
  func conversions(name: String) throws {
    let source = try DocumentFile.read(.bytes(try SampleCase(name).bytes(SampleCase.source)))
    let expected = TablesDump.text(source.tables, all: true)
    for first in DocumentFormat.allCases {
      for second in DocumentFormat.allCases {
        var tables = source.tables
        for format in [first, second] {
          let bytes = try DocumentFile.bytes(
            of: tables, form: format.form,
            options: DocumentWriteOptions(encoding: format.encoding, compression: .stored))
          tables = try DocumentFile.read(.bytes(bytes)).tables
        }
        #expect(TablesDump.text(tables, all: true) == expected, "\(first), then \(second)")
      }
    }
  }

  // Spec 1.4-1, 2.3-2, 2.4-1, 3.1-10, 3.2-7, 3.4-7, 3.6-6, 3.10-5, 3.11-4, 3.14-1, 3.14-3, 4.3-4, 5.1-3, 6-1
  @Test("another spelling of a case's document has its dump", arguments: SampleFolder.accepted)
  func accepted(name: String) throws {
    let bytes = try SampleCase("accepted").bytes(name)
    let sample = try #require(name.components(separatedBy: "--").first)
    let folder = SampleFolder.newer.contains("newer/\(sample)") ? "newer/\(sample)" : sample
    let written = SampleCase(folder)
    let expected = try written.bytes(written.sourceDump)
    let read = try DocumentFile.read(.bytes(bytes))
    #expect(TablesDump.text(read.tables, all: true) == String(decoding: expected, as: UTF8.self))
    #expect(DocumentFile.validate(.bytes(bytes)).isEmpty)
  }

  // Spec 1.4-1, 3.12-1, 8-2
  @Test("a broken file is refused by the rule in its name", arguments: SampleFolder.broken)
  func broken(name: String) throws {
    let folder = SampleFolder.url.appendingPathComponent("broken")
    let sample = SampleCase("broken")
    let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    let rule = try #require(name.components(separatedBy: "--").first)
    // Whoever reads all records leaves indexes alone.
    let error =
      rule.hasPrefix("index-")
      ? try #require(DocumentFile.validate(.bytes(bytes)).first)
      : try #require(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }
    #expect(error.code.rawValue == rule)
    let text = Array("\(error)\n".utf8)
    let expected = try #require(try sample.golden(name + ".expected.txt", is: text))
    #expect(String(decoding: expected, as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }
}
