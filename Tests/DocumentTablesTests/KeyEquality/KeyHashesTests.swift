import Testing

@testable import DocumentTables

@Suite("Hashes of rows by their keys")
struct KeyHashesTests {
  private static let type: [TableAttribute] = [
    TableAttribute(name: "text", type: .scalar(.text), isNullable: true),
    TableAttribute(name: "number", type: .scalar(.int64), isNullable: true),
    TableAttribute(name: "ratio", type: .scalar(.double), isNullable: true),
    TableAttribute(name: "flag", type: .scalar(.bool), isNullable: true),
    TableAttribute(name: "data", type: .scalar(.data), isNullable: true),
  ]

  /// Each row differs from all others as a key, in every column that it has.
  private static let rows: [[Value]] = [
    [.text("é"), .integer(0), .double(0), .bool(false), .data([])],
    [.text("e"), .integer(1), .double(.nan), .bool(true), .data([0])],
    [.text(""), .integer(-1), .double(-1.5), .null, .data([0, 0])],
    [.text(String(repeating: "ab", count: 40)), .integer(.max), .null, .null, .null],
    [.null, .null, .null, .null, .null],
  ]
  /// The same keys in other spellings.
  private static let spellings: [[Value]] = [
    [.text("e\u{301}"), .integer(0), .double(-0.0), .bool(false), .data([])],
    [.text("e"), .integer(1), .double(-.nan), .bool(true), .data([0])],
  ]

  private func segment(_ rows: [[Value]]) throws -> Segment {
    let schema = try TableSchema(
      name: "S", version: nil, entities: [TableEntity(name: "T", attributes: Self.type)])
    let builder = SegmentBuilder(schema.hierarchies[0])
    for (index, values) in rows.enumerated() {
      builder.append(key: ObjectKey(index + 1), discriminator: 0, values: values)
    }
    return builder.finish()
  }

  @Test("hashes of a row are those of its values, in every type of column", arguments: rows.indices)
  func rowsAndValues(row: Int) throws {
    // Alone in its segment, a row's columns are constants.
    for (segment, row) in [(try segment(Self.rows), row), (try segment([Self.rows[row]]), 0)] {
      for columns in [[0], [1], [2], [3], [4], [0, 1], [2, 1, 0], [4, 3]] {
        let values = columns.map { segment.value(at: row, column: $0) }
        var hashes: [Int: UInt64] = [:]
        KeyHashes(of: segment.columns(at: columns)).forEach { hashes[$1] = $0 }
        #expect(hashes[row] == KeyHashes.hash(values), "\(columns)")
        #expect((hashes[row] == nil) == values.contains(.null))
      }
    }
  }

  // Spec 4.11-4
  @Test("hashes and fingerprints are equal if the keys are equal, and differ otherwise")
  func equality() throws {
    let segment = try segment(Self.rows + Self.spellings)
    for columns in [[0], [1], [2], [0, 1, 2]] {
      var hashes: [Int: UInt64] = [:]
      var fingerprints: [Int: RowFingerprint] = [:]
      KeyHashes(of: segment.columns(at: columns)).forEach { hashes[$1] = $0 }
      RowFingerprint.forEach(in: segment.columns(at: columns), where: { _ in true }) {
        fingerprints[$1] = $0
      }
      #expect(hashes.keys.sorted() == fingerprints.keys.sorted())
      for (row, hash) in hashes {
        for (other, otherHash) in hashes {
          let isEqual =
            segment.comparisonKeys(at: row, columns: columns)
            == segment.comparisonKeys(at: other, columns: columns)
          #expect((hash == otherHash) == isEqual)
          #expect((fingerprints[row] == fingerprints[other]) == isEqual)
        }
      }
    }
  }
}
