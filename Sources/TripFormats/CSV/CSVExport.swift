import DocumentFile
import DocumentTables
import Foundation

/// Documents as CSV files, one row for each object.
///
/// The article <doc:CSVFiles> describes the columns.
public enum CSVExport {
  static let export = SinkExport { (tables, output) throws(DocumentError) in
    CSVSink(tables, in: PassOptions().temporaryFolder, output: output)
  }

  /// Writes a document file as a CSV file, which appears only when it is complete.
  ///
  /// - Parameters:
  ///   - document: A document of any form and schema. Its version is kept.
  ///   - file: The file to write; an existing file is replaced.
  /// - Returns: What the CSV file does not contain, as sentences.
  /// - Throws: An error whose description names the file, the place and the cause, if the document cannot be
  ///   read or the file cannot be written. Nothing is written then.
  @discardableResult
  public static func write(_ document: URL, to file: URL) throws -> [String] {
    try export.write(document, to: file)
  }
}
