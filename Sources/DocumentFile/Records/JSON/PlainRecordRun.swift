import DocumentTables
import Markup

/// A run of plain records that ``CanonicalJSONRecordReader`` reads.
///
/// Bounds of all reads in the text: `readRecord` and each of its steps begin only while
/// ``CanonicalJSONRecordReader/margin`` bytes are left. A member pattern reads 32 of them, and no
/// value except a text or a number reads more than 40 bytes behind the pattern; texts and numbers
/// check the end of the text themselves. Bounds of the block: `row` is below ``ColumnBlock/rows``,
/// and columns are those of the block's hierarchy.
///
/// The functions that read a value are mutating, though they change nothing here: a call of another
/// function that is not inlined copies all members first. Four copies for each record took a
/// fifth of the time.
struct PlainRecordRun {
  let start: UnsafeRawPointer
  let count: Int
  /// The offset behind the last record that was read.
  private(set) var position: Int
  let block: RowBlock
  let steps: UnsafeBufferPointer<PlainRecordPlan.Step>
  let entities: UnsafeBufferPointer<PlainRecordPlan.Entity>
  let names: UnsafeBufferPointer<UInt64>
  /// The position of the root among the entities; nil if it has no plain records.
  let root: Int?
  let cases: UnsafeBufferPointer<PlainRecordPlan.Case>
  let structures: StructureTexts.View
  let nullColumns: UnsafeBufferPointer<Int>
  let keys: Range<ObjectKey>
  private(set) var lastKey: ObjectKey
  /// The entity of the last record; usually the next record has the same entity.
  private(set) var entity: Int
  /// The memory that the trees and arrays of all records take as values (spec 3.12).
  private(set) var nestedBytes = 0
  /// That of the record that is being read, which may turn out not to be plain.
  var rowNestedBytes = 0

  init(
    start: UnsafeRawPointer, count: Int, position: Int, block: RowBlock,
    steps: UnsafeBufferPointer<PlainRecordPlan.Step>,
    entities: UnsafeBufferPointer<PlainRecordPlan.Entity>,
    names: UnsafeBufferPointer<UInt64>, root: Int?,
    cases: UnsafeBufferPointer<PlainRecordPlan.Case>, structures: StructureTexts.View,
    nullColumns: UnsafeBufferPointer<Int>,
    keys: Range<ObjectKey>, lastKey: ObjectKey, entity: Int
  ) {
    self.start = start
    self.count = count
    self.position = position
    self.block = block
    self.steps = steps
    self.entities = entities
    self.names = names
    self.root = root
    self.cases = cases
    self.structures = structures
    self.nullColumns = nullColumns
    self.keys = keys
    self.lastKey = lastKey
    self.entity = entity
  }

  /// Reads records until one is not plain, and returns their number.
  mutating func read(atMost limit: Int) -> Int {
    var row = 0
    var next = position
    while row < limit {
      guard let end = readRecord(at: next, row: row) else { break }
      position = end
      row &+= 1
      // Records are separated by a comma, and usually a line end.
      guard count &- end >= CanonicalJSONRecordReader.margin else { break }
      let separator = load(end)
      if separator & 0xFF_FFFF == 0x7B_0A2C {
        next = end &+ 2
      } else if separator & 0xFFFF == 0x7B2C {
        next = end &+ 1
      } else {
        break
      }
    }
    return row
  }

  /// Reads the record at `begin` and returns its end; nil if the record is not plain.
  @inline(__always)
  private mutating func readRecord(at begin: Int, row: Int) -> Int? {
    guard count &- begin >= CanonicalJSONRecordReader.margin,
      load(begin) & Self.mask(Self.openingLength) == Self.opening
    else { return nil }
    var at = begin &+ Self.openingLength
    rowNestedBytes = 0
    guard let key = natural(&at), key > lastKey, keys.contains(key),
      let entity = findEntity(at: at)
    else { return nil }
    let plan = entities[entity]
    at &+= plan.nameLength
    for index in plan.firstStep..<plan.endStep {
      guard count &- at >= CanonicalJSONRecordReader.margin else { return nil }
      let step = steps.baseAddress.unsafelyUnwrapped + index
      if step.pointee.member.matches(at: start + at) {
        at &+= step.pointee.member.length
        if step.pointee.isNullLikeValues, isNull(at: at) {
          guard step.pointee.canBeNull else { return nil }
          at &+= 4
          block.columns[step.pointee.column].setNull(row)
        } else {
          guard readValue(step, &at, row) else { return nil }
        }
      } else {
        if step.pointee.canBeNull, step.pointee.null.matches(at: start + at) {
          at &+= step.pointee.null.length
        } else if !step.pointee.isNullWhereAbsent {
          return nil
        }
        block.columns[step.pointee.column].setNull(row)
      }
    }
    guard at < count, byte(at) == UInt8(ascii: "}") else { return nil }
    for index in plan.firstNull..<plan.endNull { block.columns[nullColumns[index]].setNull(row) }
    block.keys[row] = key
    block.entities[row] = plan.discriminator
    lastKey = key
    self.entity = entity
    nestedBytes &+= rowNestedBytes
    return at &+ 1
  }

  /// Whether `null` is at an offset, where the margin is readable.
  @inline(__always)
  private func isNull(at begin: Int) -> Bool {
    UInt32(littleEndian: start.loadUnaligned(fromByteOffset: begin, as: UInt32.self)) == 0x6C6C_756E
  }

  /// The bytes of `{"$id":`.
  @inline(__always) private static var opening: UInt64 { 0x3A_2264_6924_227B }
  @inline(__always) private static var openingLength: Int { 7 }
  /// The first bytes of `,"$entity":`.
  @inline(__always) private static var nameOpening: UInt64 { 0x7469_746E_6524_222C }

  /// Returns the entity that the text behind a key names; the root if it names none.
  @inline(__always)
  private func findEntity(at begin: Int) -> Int? {
    if load(begin) != Self.nameOpening { return root }
    if entity < entities.count, isNamed(entity, at: begin) { return entity }
    for index in 0..<entities.count where isNamed(index, at: begin) { return index }
    return nil
  }

  /// Whether the text behind a key names this entity, which is not the root.
  @inline(__always)
  private func isNamed(_ index: Int, at begin: Int) -> Bool {
    let entity = entities[index]
    guard entity.nameLength > 0, count &- begin >= entity.nameLength &+ 8 else { return false }
    var offset = 0
    var word = entity.firstWord
    while entity.nameLength &- offset >= 8 {
      if load(begin &+ offset) != names[word] { return false }
      offset &+= 8
      word &+= 1
    }
    let rest = UInt64(truncatingIfNeeded: 8 &* (entity.nameLength &- offset))
    return rest == 0 || (load(begin &+ offset) ^ names[word]) &<< (64 &- rest) == 0
  }

  /// Reads a value after its member pattern; returns false if the record is not plain.
  @inline(__always)
  private mutating func readValue(
    _ step: UnsafePointer<PlainRecordPlan.Step>, _ at: inout Int, _ row: Int
  ) -> Bool {
    let column = block.columns + step.pointee.column
    let reading = step.pointee.reading
    switch reading {
    case .text, .case:
      let begin = column.pointee.heapCount
      guard text(&at, column, row) else { return false }
      return reading == .text || isCase(column, from: begin, step)
    case .bool:
      let word = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      let isTrue = word == 0x6575_7274
      guard isTrue || (word == 0x736C_6166 && byte(at &+ 4) == UInt8(ascii: "e")) else {
        return false
      }
      at &+= isTrue ? 4 : 5
      column.pointee.values.storeBytes(of: isTrue, toByteOffset: row, as: Bool.self)
    case .date:
      guard let value = date(&at) else { return false }
      column.pointee.values.storeBytes(of: value, toByteOffset: row &<< 3, as: Double.self)
    case .reference:
      guard let key = natural(&at), key >= 1, key <= RecordKeys.largest else { return false }
      column.pointee.values.storeBytes(of: key, toByteOffset: row &<< 3, as: Int64.self)
    case .day:
      guard byte(at &+ DayText.length) == quote,
        let value = try? DayText.parse(slice(at, count: DayText.length))
      else { return false }
      at &+= DayText.length &+ 1
      column.pointee.values.storeBytes(of: value, toByteOffset: row &<< 3, as: Int64.self)
    case .spelled:
      let begin = column.pointee.heapCount
      return text(&at, column, row) && isSpelling(column, from: begin, step)
    case .tree, .array, .structure: return nested(step, &at, column, row)
    case .data, .float, .double, .uuid, .integer, .unsigned: return readRarer(step, &at, row)
    case .list: return list(&at, column, row)
    case .never: return false
    }
    return true
  }

  @inline(never)
  private mutating func readRarer(
    _ step: UnsafePointer<PlainRecordPlan.Step>, _ at: inout Int, _ row: Int
  ) -> Bool {
    let values = block.columns[step.pointee.column].values
    switch step.pointee.reading {
    case .double:
      let bytes = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: count)
      guard let parts = NumberText.scan(bytes, from: at),
        let value = NumberText.double(parts, slice(at, count: parts.length))
      else { return false }
      at &+= parts.length
      values.storeBytes(of: value, toByteOffset: row &<< 3, as: Double.self)
    case .uuid:
      guard byte(at &+ 36) == UInt8(ascii: "\""),
        let value = try? UUIDText.parse(slice(at, count: 36))
      else { return false }
      at &+= 37
      values.storeBytes(of: value, toByteOffset: row &<< 4, as: UInt128.self)
    case .integer:
      let isNegative = byte(at) == UInt8(ascii: "-")
      if isNegative { at &+= 1 }
      guard let magnitude = natural(&at), !isNegative || magnitude > 0 else { return false }
      let value = isNegative ? 0 &- magnitude : magnitude
      guard value >= step.pointee.lowest, value <= step.pointee.highest else { return false }
      values.storeBytes(of: value, toByteOffset: row &<< 3, as: Int64.self)
    case .unsigned:
      guard let value = natural(&at) else { return false }
      values.storeBytes(of: value, toByteOffset: row &<< 3, as: Int64.self)
    case .float:
      let bytes = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: count)
      guard let parts = NumberText.scan(bytes, from: at),
        let value = NumberText.float(parts, slice(at, count: parts.length))
      else { return false }
      at &+= parts.length
      values.storeBytes(of: Double(value), toByteOffset: row &<< 3, as: Double.self)
    case .data: return data(&at, step, row)
    default: return false
    }
    return true
  }

  // MARK: - Values

  /// Reads up to fifteen digits without a leading zero; the caller checks the character after them.
  @inline(__always)
  private mutating func natural(_ at: inout Int) -> Int64? {
    let digits = load(at) ^ 0x3030_3030_3030_3030
    let others = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    guard others != 0 else { return longNatural(&at) }
    let bits = others.trailingZeroBitCount & ~7
    guard bits > 0, digits & 0xFF != 0 || bits == 8 else { return nil }
    at &+= bits &>> 3
    return Int64(truncatingIfNeeded: Self.number(digits &<< UInt64(truncatingIfNeeded: 64 &- bits)))
  }

  @inline(never)
  private mutating func longNatural(_ at: inout Int) -> Int64? {
    guard byte(at) != UInt8(ascii: "0") else { return nil }
    var value: Int64 = 0
    for index in 0..<16 {
      let digit = byte(at &+ index) &- UInt8(ascii: "0")
      if digit > 9 {
        at &+= index
        return value
      }
      value = value &* 10 &+ Int64(digit)
    }
    return nil
  }

  /// Returns the number of eight digits, the first of which is in the lowest byte.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = ((digits &* 10) &+ (digits &>> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 100) &+ (pairs &>> 16)) & 0x0000_FFFF_0000_FFFF
    return ((fours &* 10_000) &+ (fours &>> 32)) & 0xFFFF_FFFF
  }

  /// Reads `1,2,3]`.
  @inline(never)
  private mutating func list(
    _ at: inout Int, _ column: UnsafeMutablePointer<ColumnBlock>, _ row: Int
  ) -> Bool {
    var end = column.pointee.heapCount
    var next = at
    if byte(next) == UInt8(ascii: "]") {
      at = next &+ 1
    } else {
      repeat {
        // Bound: the slack is longer than a key.
        guard count &- next >= CanonicalJSONRecordReader.margin, end < column.pointee.heapCapacity,
          let key = natural(&next), key >= 1, key <= RecordKeys.largest
        else { return false }
        column.pointee.heap.storeBytes(of: key, toByteOffset: end, as: ObjectKey.self)
        end &+= MemoryLayout<ObjectKey>.stride
        next &+= 1
      } while byte(next &- 1) == UInt8(ascii: ",")
      guard byte(next &- 1) == UInt8(ascii: "]") else { return false }
      at = next
    }
    column.pointee.heapCount = end
    column.pointee.values.storeBytes(
      of: UInt32(truncatingIfNeeded: end), toByteOffset: row &<< 2, as: UInt32.self)
    return true
  }

  @inline(__always)
  private mutating func date(_ at: inout Int) -> Double? {
    let length: Int
    if byte(at &+ 20) == quote {
      length = 20
    } else if byte(at &+ 24) == quote {
      length = 24
    } else {
      guard let found = (21...31).first(where: { byte(at &+ $0) == quote }) else { return nil }
      length = found
    }
    guard let value = try? DateText.parse(slice(at, count: length)) else { return nil }
    at &+= length &+ 1
    return value
  }

  /// Returns whether the text on the heap from `begin` on is a case of its enumeration.
  @inline(never)
  private mutating func isCase(
    _ column: UnsafeMutablePointer<ColumnBlock>, from begin: Int,
    _ step: UnsafePointer<PlainRecordPlan.Step>
  ) -> Bool {
    let length = column.pointee.heapCount &- begin
    guard length <= PlainRecordPlan.Case.longest else { return false }
    // Bound: `begin` is within the heap's capacity, behind which there is slack for both words.
    let text = column.pointee.heap + begin
    let low = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) & Self.mask(length)
    let high =
      UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      & Self.mask(length &- 8)
    for index in step.pointee.firstCase..<step.pointee.endCase {
      let text = cases[index]
      if text.length == length, text.low == low, text.high == high { return true }
    }
    return false
  }

  /// Returns a mask with ones in the lowest `bytes` bytes.
  @inline(__always)
  private static func mask(_ bytes: Int) -> UInt64 {
    bytes >= 8 ? .max : bytes <= 0 ? 0 : (1 &<< UInt64(truncatingIfNeeded: 8 &* bytes)) &- 1
  }

  // MARK: - Bytes

  @inline(__always) var quote: UInt8 { UInt8(ascii: "\"") }

  @inline(__always)
  func byte(_ at: Int) -> UInt8 { start.load(fromByteOffset: at, as: UInt8.self) }

  @inline(__always)
  func load(_ at: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  @inline(__always)
  func slice(_ at: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: (start + at).assumingMemoryBound(to: UInt8.self), count: count)
  }
}
