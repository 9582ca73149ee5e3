import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import SchemaExport
import TripDocuments

/// The schema files of the released versions in a folder: one for each version and language.
///
/// The files must not change while the format keeps its version. `scripts/freeze-schemas` writes
/// them.
struct FrozenSchemas {
  let folder: String

  /// Returns a line for each file that is missing, different or unexpected.
  func findings() throws -> [String] {
    var findings: [String] = []
    var expected: Set<String> = []
    for version in TripMigration.releasedVersions {
      guard let schema = try TripMigration.tableSchema(version) else { continue }
      for language in SchemaLanguage.allCases {
        let name = Self.name(of: version, language)
        expected.insert(name)
        if let problem = problem(of: name, schema, language) {
          findings.append("\(path(name)): \(problem)")
        }
      }
    }
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in present.sorted() where !expected.contains(name) && Self.isFrozen(name) {
      findings.append("\(path(name)): no version of this name is released")
    }
    return findings
  }

  private func path(_ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the name of a schema file, such as `trips-4.0.0.xsd`.
  static func name(of version: SchemaVersion, _ language: SchemaLanguage) -> String {
    "\(TripMigrationPlan.schemaName)-\(version.text).\(language.fileExtension)"
  }

  private static func isFrozen(_ name: String) -> Bool {
    SchemaLanguage.allCases.contains { name.hasSuffix("." + $0.fileExtension) }
  }

  private func problem(
    of name: String, _ schema: TableSchema, _ language: SchemaLanguage
  ) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path(name)) else {
      return "it is missing"
    }
    let text = language.text(of: schema)
    guard !bytes.elementsEqual(text) else { return nil }
    guard language == .schema else { return Self.firstLine(Array(bytes), text) }
    do throws(DocumentError) {
      let frozen = try SchemaFile(Array(bytes))
      if let difference = SchemaComparison.deviations(schema, frozen.schema).first {
        return
          "the built-in version is another: \(difference.words("this program", "the frozen file"))"
      }
      guard frozen.formatVersion == Header.currentFormatVersion else {
        return "it was frozen at format \(frozen.formatVersion), this program has "
          + "\(Header.currentFormatVersion)"
      }
    } catch {
      return "\(error)"
    }
    return Self.firstLine(Array(bytes), text)
  }

  private static func firstLine(_ frozen: [UInt8], _ text: [UInt8]) -> String {
    let line = zip(frozen, text).prefix { $0 == $1 }.count { $0.0 == 0x0A } + 1
    return "what this program exports is another from line \(line) on"
  }
}
