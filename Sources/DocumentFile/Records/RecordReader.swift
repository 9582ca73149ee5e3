import DocumentTables
import Markup

/// Reads all records of one part into one segment.
///
/// Before a call, the JSON reader is at the array of records, or the XML reader is inside the
/// element that contains them. Afterwards the reader is behind the array, or at the element's end.
/// The flat form divides records into segments differently, so it uses ``JSONRecordReader`` and
/// ``XMLRecordReader`` directly.
package struct RecordReader {
  private let plan: RecordPlan
  private let keys: Range<ObjectKey>
  private let externals: ExternalValueSource?
  private let findings: RecordFindings?

  /// - Parameters:
  ///   - keys: The range of keys, below the document's next key; they must also ascend.
  ///   - externals: The source of external values; nil in the flat form, which has none.
  package init(
    _ plan: RecordPlan, keys: Range<ObjectKey>, externals: ExternalValueSource? = nil
  ) {
    self.init(plan, keys: keys, externals: externals, findings: nil)
  }

  /// - Parameter findings: Receives the records that break a rule, without which the segment is then; nil to throw
  ///   the first of them.
  init(
    _ plan: RecordPlan, keys: Range<ObjectKey>, externals: ExternalValueSource?,
    findings: RecordFindings?
  ) {
    self.plan = plan
    self.keys = keys
    self.externals = externals
    self.findings = findings
  }

  /// Reads the records of a part as one segment.
  package func readPart(
    _ json: inout JSONReader, stated: StatedSizes = .unknown
  ) throws(RecordError) -> Segment {
    var builder = builder(stated)
    let rowsAtOnce = plan.hierarchy.rowsAtOnce
    var records = JSONRecordReader(plan, keys: keys, externals: externals)
    let start = json.offset
    try Self.begin(&json)
    var checkedRows = 0
    while try Self.next(&json) {
      guard try records.readRun(&json, atMost: rowsAtOnce, into: builder, findings) != nil else {
        (builder, checkedRows) = (self.builder(stated), 0)
        continue
      }
      var problem = builder.nestedProblem
      if builder.rowCount - checkedRows >= rowsAtOnce {
        checkedRows = builder.rowCount
        problem = problem ?? stated.problem(of: builder)
      }
      guard let problem else { continue }
      let position = json.error(.jsonSyntax, at: json.offset).position
      throw RecordError(problem.code, at: position, problem.detail)
    }
    // A text is never longer than its written form, so this keeps all heap offsets within 32 bits.
    guard json.offset - start <= ColumnBuilder.largestHeap else {
      let position = json.error(.jsonSyntax, at: start).position
      throw RecordError(.partSize, at: position, "the records of one part exceed 2 GiB")
    }
    return builder.finish()
  }

  /// Reads the records of a part as one segment.
  package func readPart(
    _ xml: XMLReader, stated: StatedSizes = .unknown
  ) throws(RecordError) -> Segment {
    var builder = builder(stated)
    let rowsAtOnce = plan.hierarchy.rowsAtOnce
    var records = XMLRecordReader(plan, xml, keys: keys, externals: externals)
    var checkedRows = 0
    while try Self.next(xml) {
      guard try records.read(into: builder, findings) else {
        (builder, checkedRows) = (self.builder(stated), 0)
        continue
      }
      var problem = builder.nestedProblem
      if builder.rowCount - checkedRows >= rowsAtOnce {
        checkedRows = builder.rowCount
        problem = problem ?? stated.problem(of: builder)
      }
      guard let problem else { continue }
      throw RecordError(problem.code, at: xml.error(.xmlNotWellFormed).position, problem.detail)
    }
    return builder.finish()
  }

  /// Reads the records of a part in canonical form as one segment.
  ///
  /// Any error means that the general reader must read the part from its beginning.
  func readCanonicalPart(
    _ xml: inout CanonicalXML, stated: StatedSizes = .unknown
  ) throws -> Segment {
    guard var records = CanonicalXMLRecordReader(plan, keys: keys, externals: externals) else {
      throw NonCanonicalXMLError()
    }
    let builder = builder(stated)
    let rowsAtOnce = plan.hierarchy.rowsAtOnce
    while try records.read(&xml, into: builder, upTo: rowsAtOnce) == rowsAtOnce {
      if stated.problem(of: builder) != nil { throw NonCanonicalXMLError() }
    }
    return builder.finish()
  }

  /// Discards all requests for external values, so that the records can be read again.
  func startAgain() { externals?.startAgain() }

  private func builder(_ stated: StatedSizes) -> SegmentBuilder {
    let builder = SegmentBuilder(plan.hierarchy, expectedRows: rowsToReserve(stated))
    builder.largestNestedBytes = stated.nestedBytes ?? .max
    return builder
  }

  /// Returns the number of rows to reserve, bounded so that a false number of rows allocates
  /// little.
  private func rowsToReserve(_ stated: StatedSizes) -> Int {
    max(0, min(stated.rows ?? 0, (1 << 20) / max(1, plan.hierarchy.columns.count)))
  }

  private static func begin(_ json: inout JSONReader) throws(RecordError) {
    do {
      try json.beginArray()
    } catch {
      throw RecordError(error, inTree: false) { _ in error.position }
    }
  }

  @inline(__always)
  private static func next(_ json: inout JSONReader) throws(RecordError) -> Bool {
    do {
      return try json.nextElement()
    } catch {
      throw RecordError(error, inTree: false) { _ in error.position }
    }
  }

  @inline(__always)
  private static func next(_ xml: XMLReader) throws(RecordError) -> Bool {
    do {
      return try xml.nextChild()
    } catch {
      // Text between records belongs to no record.
      throw RecordError(
        RecordError.Code(rawValue: error.code.rawValue), at: error.position, error.detail,
        underlying: error)
    }
  }
}
