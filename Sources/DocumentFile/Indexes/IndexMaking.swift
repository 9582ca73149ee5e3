import DocumentTables
import ZipArchive

extension IndexPart {
  /// A range of rows of a segment.
  typealias Slice = (segment: Segment, rows: Range<Int>)

  /// Returns the bytes of the index of a chunk with these rows; nil if the hierarchy has no indexed
  /// sets.
  static func bytes(_ plan: IndexPlan, _ subject: Subject, _ slices: [Slice]) -> [UInt8]? {
    guard !plan.sections.isEmpty else { return nil }
    var bytes = magic
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: subject.crc32 >> shift))
    }
    AscendingNumbers.append(UInt64(subject.rawSize), to: &bytes)
    AscendingNumbers.append(UInt64(subject.rows), to: &bytes)
    AscendingNumbers.append(UInt64(plan.sections.count), to: &bytes)
    var occurring = OccurringNumbers(slices)
    for section in plan.sections {
      bytes.append(section.kind.rawValue)
      append(section.entity, to: &bytes)
      AscendingNumbers.append(UInt64(section.properties.count), to: &bytes)
      for property in section.properties { append(property, to: &bytes) }
      let numbers = occurring.numbers(section)
      var encoded: [UInt8] = []
      encoded.reserveCapacity(3 * numbers.count)
      AscendingNumbers.append(numbers, to: &encoded)
      AscendingNumbers.append(UInt64(numbers.count), to: &bytes)
      AscendingNumbers.append(UInt64(encoded.count), to: &bytes)
      bytes.append(contentsOf: encoded)
    }
    return bytes
  }

  private static func append(_ name: String, to bytes: inout [UInt8]) {
    AscendingNumbers.append(UInt64(name.utf8.count), to: &bytes)
    bytes.append(contentsOf: name.utf8)
  }
}

extension IndexPart.Subject {
  /// Describes a data part in a file.
  init(_ entry: ZipEntry, _ chunk: ManifestPart.Chunk) {
    self.init(crc32: entry.crc32, rawSize: entry.rawSize, rows: chunk.rows)
  }
}
