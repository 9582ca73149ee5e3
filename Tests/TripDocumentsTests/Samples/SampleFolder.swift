import DocumentFile
import Foundation
import TripDocuments

/// The folder of samples, found beside the tests.
enum SampleFolder {
  static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("samples")

  /// Set by `scripts/test --bless`: what the program makes of the samples becomes what is expected.
  static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"

  /// The names of the folders below a folder that hold a source written by hand.
  static func cases(below folder: URL = url) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { name in
      let source = folder.appendingPathComponent(name).appendingPathComponent(SampleCase.source)
      return FileManager.default.fileExists(atPath: source.path)
    }
  }

  /// The cases of schemas that the program does not know.
  static let newer = cases(below: url.appendingPathComponent("newer")).map { "newer/\($0)" }

  /// The files with a defect.
  static var broken: [String] { files(in: "broken") }

  /// Other spellings of the documents of cases.
  static var accepted: [String] { files(in: "accepted") }

  private static func files(in name: String) -> [String] {
    let folder = url.appendingPathComponent(name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { !$0.hasSuffix(".expected.txt") && $0 != "README.md" }
  }
}

/// One sample: a source written by hand, and what the program makes of it.
struct SampleCase {
  static let source = "source.trips.json"

  /// The other three files of a case; the goldens are not deflated, so that they are the same bytes
  /// whatever compressor made them.
  static let derived: [(name: String, form: DocumentForm, encoding: DocumentEncoding)] = [
    ("source.trips.xml", .flat, .xml),
    ("document-json.trips", .document, .json),
    ("document-xml.trips", .document, .xml),
  ]

  static let generator = "TripDocuments samples"

  let folder: URL

  init(_ name: String, below parent: URL = SampleFolder.url) {
    folder = parent.appendingPathComponent(name)
  }

  /// The dump of the source as it is: a file of its own if the migration changes the document.
  var sourceDump: String {
    let olderVersions = 1..<TripMigrationPlan.schemas.count
    let isOlder = olderVersions.contains { folder.lastPathComponent.hasSuffix("-v\($0)") }
    return isOlder ? "source-dump.txt" : "expected-dump.txt"
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// What a golden says; while blessing it says what it is given.
  func golden(_ name: String, is content: [UInt8]) throws -> [UInt8]? {
    let url = folder.appendingPathComponent(name)
    if SampleFolder.isBlessing {
      if (try? Data(contentsOf: url)) != Data(content) { try Data(content).write(to: url) }
      return content
    }
    return (try? Data(contentsOf: url)).map(Array.init)
  }
}

extension TripMigrationPlan {
  /// The major numbers of the released versions.
  static var releasedMajors: ClosedRange<Int> { 1...schemas.count }
}
