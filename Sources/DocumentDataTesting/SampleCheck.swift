import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation

/// The migration of every sample in a folder, and the comparison with the expected files.
struct SampleCheck {
  private static let ending = ".expected.txt"

  private let plan: any SchemaMigrationPlan.Type
  private let folder: URL
  private let goesBack: Bool
  private let records: Bool
  private let migrator: Migrator
  /// The versions of the plan, oldest first.
  private let versions: [Schema.Version]

  /// - Parameters:
  ///   - goesBack: Whether to migrate to older versions and back, too.
  ///   - records: Whether to write all expected files.
  /// - Throws: `SwiftDataError.unknownSchema` if the plan contradicts itself.
  init(
    _ plan: any SchemaMigrationPlan.Type, _ folder: URL, goesBack: Bool, records: Bool
  ) throws {
    self.plan = plan
    self.folder = folder
    self.goesBack = goesBack
    self.records = records
    migrator = Migrator(plan, schemaName: plan.schemaName)
    _ = try migrator.currentSchema()
    versions = plan.schemas.map { $0.versionIdentifier }.sorted()
  }

  func findings() -> [SampleFinding] {
    let names = samples()
    guard !names.isEmpty else {
      return [
        SampleFinding(
          nil, "\(folder.path) has no samples: add a file that each release has written")
      ]
    }
    var findings: [SampleFinding] = []
    var found: Set<Schema.Version> = []
    for name in names {
      do {
        let tables = try DocumentFile.read(.path(folder.appendingPathComponent(name).path)).tables
        let version = try migrator.versionedSchema(matching: tables.schema).versionIdentifier
        found.insert(version)
        let migrated = try newest(tables)
        let problems =
          problems(of: migrated.tables)
          + (try difference(of: migrated.tables, migrated.report, from: name).map { [$0] } ?? [])
        findings += problems.map { SampleFinding(name, $0) }
      } catch {
        findings.append(SampleFinding(name, "\(error)"))
      }
    }
    // Nobody has files of a version that is not released, and the newest may be such a one.
    for version in versions.dropLast() where !found.contains(version) {
      findings.append(
        SampleFinding(nil, "no sample has version \(version): add a file that it has written"))
    }
    return findings
  }

  /// The paths of the samples below the folder, in order.
  private func samples() -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { path in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder)
      return isThere && !isFolder.boolValue && !path.hasSuffix(Self.ending)
        && !path.hasSuffix(".md") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }.sorted()
  }

  private func newest(_ tables: Tables) throws -> (tables: Tables, report: MigrationReport) {
    try migrator.convert(tables, to: versions[versions.count - 1], losses: .carry)
  }

  /// Returns the rules that a migrated sample breaks, and what older versions change in it.
  private func problems(of migrated: Tables) -> [String] {
    var problems = TablesCheck.findings(migrated).map { finding in
      let place = [finding.entity, finding.property].compactMap { $0 }.joined(separator: ".")
      return "after the migration \(place) breaks a rule: \(finding.detail)"
    }
    guard goesBack else { return problems }
    let expected = objects(of: migrated)
    for version in versions.dropLast() {
      do {
        let older = try migrator.convert(migrated, to: version, losses: .carry)
        let again = objects(of: try newest(older.tables).tables)
        if let line = firstDifference(expected, again) {
          problems.append("version \(version) and back gives other objects: \(line)")
        }
      } catch {
        problems.append("version \(version) and back: \(error)")
      }
    }
    return problems
  }

  /// Compares a sample's migration with the expected file; writes it if it is missing.
  ///
  /// - Returns: The problem; nil if there is none.
  private func difference(
    of tables: Tables, _ report: MigrationReport, from name: String
  ) throws -> String? {
    let words = report.stages.isEmpty ? "no migration" : report.description
    let text = words + "\n\n" + objects(of: tables)
    let url = folder.appendingPathComponent(name + Self.ending)
    if !records, let bytes = FileManager.default.contents(atPath: url.path) {
      guard let line = firstDifference(String(decoding: bytes, as: UTF8.self), text) else {
        return nil
      }
      return
        "its migration is not that of \(name)\(Self.ending): \(line); if that is meant, run the tests "
        + "with DOCUMENTDATA_RECORD=1"
    }
    try DocumentFile.replace(fileAt: url.path, with: Array(text.utf8))
    return records
      ? nil : "\(name)\(Self.ending) was missing and is written: review it, and run the tests again"
  }

  /// The objects and the data that is carried, as text.
  ///
  /// The key of the next object is left out: closures on the way down may use up keys.
  private func objects(of tables: Tables) -> String {
    var tables = tables
    tables.nextKey = 0
    return TablesDump.text(tables, all: true)
      .replacing("  nextKey = 0\n", with: "", maxReplacements: 1)
  }

  /// Returns the first line in which two texts differ; nil if they are equal.
  private func firstDifference(_ expected: String, _ found: String) -> String? {
    guard expected != found else { return nil }
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let found = found.split(separator: "\n", omittingEmptySubsequences: false)
    let number = zip(expected, found).prefix { $0 == $1 }.count { _ in true }
    func line(_ lines: [Substring]) -> String {
      number < lines.count ? "“\(lines[number])”" : "no line"
    }
    return "line \(number + 1) was \(line(expected)) and is \(line(found))"
  }
}
