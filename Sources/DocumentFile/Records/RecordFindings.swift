import DocumentTables
import Markup

/// The records of one text that break a rule, collected by readers that go on behind each of them.
///
/// Only a text in which an error was found is read with such a list, so that reading valid records does no
/// work for it.
final class RecordFindings {
  /// The most findings of one text; more than a validation lists.
  static let most = 1000

  private(set) var errors: [RecordError] = []

  /// Adds the error of a record behind which the text can be read.
  ///
  /// - Throws: The error, if the text behind the record cannot be read, or if there are too many errors.
  func add(_ error: RecordError) throws(RecordError) {
    guard error.leavesTextReadable, errors.count < Self.most else { throw error }
    errors.append(error)
  }
}

extension RecordError {
  /// Whether the text around the record is well-formed as far as it was read, so that the end of the record
  /// can be found.
  var leavesTextReadable: Bool {
    guard let markup = underlying as? MarkupError else { return true }
    return Code(markup.code, inTree: false) != nil
  }
}

extension DocumentError {
  /// Whether a record breaks a rule, and the text behind it can be read.
  var leavesTextReadable: Bool { (underlying as? RecordError)?.leavesTextReadable ?? false }
}

extension JSONRecordReader {
  /// Reads like ``readRun(_:atMost:into:)``; with a list of findings, moves behind a record that breaks a
  /// rule.
  ///
  /// - Returns: The number of records read; nil behind a record that broke a rule, whose builder must be
  ///   discarded.
  @inline(__always)
  mutating func readRun(
    _ json: inout JSONReader, atMost rows: Int, into builder: SegmentBuilder,
    _ findings: RecordFindings?
  ) throws(RecordError) -> Int? {
    guard let findings else { return try readRun(&json, atMost: rows, into: builder) }
    return try readRun(&json, atMost: rows, into: builder, reporting: findings)
  }

  @inline(never)
  private mutating func readRun(
    _ json: inout JSONReader, atMost rows: Int, into builder: SegmentBuilder,
    reporting findings: RecordFindings
  ) throws(RecordError) -> Int? {
    let start = json
    do throws(RecordError) {
      return try readRun(&json, atMost: rows, into: builder)
    } catch {
      try findings.add(error)
      json = start
      do throws(MarkupError) {
        try json.skimValue()
      } catch {
        throw RecordError(error, inTree: false) { _ in error.position }
      }
      if error.code == .keyOrder { acceptAnyKey() }
      return nil
    }
  }
}

extension XMLRecordReader {
  /// Reads like ``read(into:)``; with a list of findings, moves to the end of a record that breaks a rule.
  ///
  /// - Returns: Whether the record was read; if not, the builder must be discarded.
  mutating func read(
    into builder: SegmentBuilder, _ findings: RecordFindings?
  ) throws(RecordError) -> Bool {
    // What is no record at all is no broken record, but broken structure.
    guard let findings, xml.nameID == names.record else {
      try read(into: builder)
      return true
    }
    let depth = xml.depth
    do throws(RecordError) {
      try read(into: builder)
      return true
    } catch {
      try findings.add(error)
      do throws(MarkupError) {
        while xml.depth >= depth, try xml.advance() != .endOfDocument {}
      } catch {
        throw RecordError(error, inTree: false) { _ in error.position }
      }
      if error.code == .keyOrder { acceptAnyKey() }
      return false
    }
  }
}
