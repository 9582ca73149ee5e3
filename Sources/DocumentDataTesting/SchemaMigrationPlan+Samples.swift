import DocumentData
import Foundation

extension SchemaMigrationPlan {
  /// Migrates a sample of every released version, and compares the result with the recorded one.
  ///
  /// ```swift
  /// @Test func releasesMigrate() throws {
  ///   #expect(try BookPlan.checkSamples() == [])
  /// }
  /// ```
  ///
  /// A sample is a document of any form in the folder or below it: one that a release wrote. The check
  /// migrates each to the newest version of the plan in memory, and finds
  ///
  /// - files that cannot be read or migrated, with the error;
  /// - results that break a rule of the newest version, or that its classes cannot read;
  /// - results other than `NAME.expected.txt` beside the sample: the report of the migration and all objects.
  ///   If the file is missing, the check writes it and says so, so that the first run fails and the second
  ///   compares. Review the file like code;
  /// - versions before the newest that have no sample.
  ///
  /// If the environment has `DOCUMENTDATA_RECORD=1`, the check writes all expected files anew.
  ///
  /// The expected files have the values that closures compute, so give new objects no random identifiers and no
  /// present time there.
  ///
  /// - Parameters:
  ///   - folder: The folder of the samples; nil for the folder `Samples` beside the calling file.
  ///   - file: The calling file.
  ///   - includingDowngrades: Whether each result is also migrated to every older version and back, which must
  ///     give the same objects. Set it if the program writes files for older releases.
  /// - Returns: The findings, sample by sample in the order of their names.
  /// - Throws: `SwiftDataError.unknownSchema` if the plan contradicts itself. Errors of samples are findings.
  public static func checkSamples(
    in folder: URL? = nil, beside file: String = #filePath, includingDowngrades: Bool = false
  ) throws -> [SampleFinding] {
    let folder =
      folder
      ?? URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Samples")
    return try SampleCheck(
      self, folder, goesBack: includingDowngrades,
      records: ProcessInfo.processInfo.environment["DOCUMENTDATA_RECORD"] == "1"
    ).findings()
  }
}
