import DocumentTables
import Markup

@testable import DocumentFile

/// A small generator whose numbers depend on its seed alone.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
  }
}

/// Records of one hierarchy as text, and back.
enum RecordFixture {
  /// Writes all rows as an array of objects, or as elements inside a root element.
  static func text(
    of tables: Tables, hierarchy: Int, _ encoding: DocumentEncoding,
    externals: ExternalValueSink? = nil
  ) -> [UInt8] {
    let writer = RecordWriter(
      tables: tables, hierarchy: hierarchy, encoding: encoding, externals: externals)
    var records: [[UInt8]] = []
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count {
        var record: [UInt8] = []
        writer.append(segment, row: row, to: &record)
        records.append(record)
      }
    }
    switch encoding {
    case .json: return Array("[".utf8) + records.joined(separator: [0x2C, 0x0A]) + Array("]".utf8)
    case .xml: return wrapped(xml: String(decoding: Array(records.joined()), as: UTF8.self))
    }
  }

  static func wrapped(xml: String) -> [UInt8] {
    Array("<d:x xmlns:d=\"\(XMLTreeWriter.namespace)\">\(xml)</d:x>".utf8)
  }

  /// Reads what ``text(of:hierarchy:_:externals:)`` writes.
  static func read(
    _ text: [UInt8], _ encoding: DocumentEncoding, _ hierarchy: HierarchyLayout,
    keys: Range<ObjectKey> = 1..<1_000_000, externals: ExternalValueSource? = nil
  ) throws -> Segment {
    let reader = RecordReader(RecordPlan(hierarchy), keys: keys, externals: externals)
    return try text.withUnsafeBufferPointer { bytes in
      switch encoding {
      case .json:
        var json = try JSONReader(bytes)
        let segment = try reader.readPart(&json)
        try json.finish()
        return segment
      case .xml:
        let xml = try XMLReader(bytes)
        _ = try xml.advance()
        let segment = try reader.readPart(xml)
        _ = try xml.advance()
        return segment
      }
    }
  }

  /// The rows of a segment as values, for comparison.
  static func rows(_ segment: Segment) -> [[Value]] {
    (0..<segment.count).map { row in segment.columns.map { $0.value(at: row) } }
  }

  static func tables(_ schema: TableSchema, _ segments: [Segment]) -> Tables {
    Tables(
      schema: schema, documentID: 7, tables: segments.map { Table(segments: [$0]) },
      nextKey: 1_000_000)
  }
}
