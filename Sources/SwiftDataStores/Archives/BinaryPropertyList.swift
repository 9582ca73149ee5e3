/// A binary property list as a flat table of objects that refer to each other by number.
///
///     "bplist00" │ objects … │ offsets of the objects │ trailer
///
/// The reader follows no reference, so cycles and deep nesting cost nothing. Its work and memory are
/// limited by ``Limits``, because objects may overlap: a short file could describe very many.
struct BinaryPropertyList {
  /// The number of an object.
  typealias Reference = Int

  enum Object {
    case null
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    /// Seconds since 2001-01-01.
    case date(Double)
    /// The position of the bytes.
    case data(Range<Int>)
    case text(String)
    /// A reference of a keyed archive.
    case uid(Int)
    /// An array, a set or an ordered set.
    case list([Reference])
    case dictionary([(key: Reference, value: Reference)])
  }

  struct Limits {
    var objects = 1_000_000
    /// References of all containers together.
    var references = 4_000_000
    /// Bytes of all texts together.
    var textBytes = 64 << 20
  }

  /// The reason why bytes are no property list that can be read.
  enum Problem: Error, Hashable {
    case malformed(String)
    case tooLarge(String)
  }

  let bytes: [UInt8]
  private(set) var objects: [Object] = []
  let top: Reference

  private static let magic = Array("bplist0".utf8)
  private static let trailerBytes = 32

  /// Whether bytes begin as a binary property list.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

  init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Problem) {
    guard Self.begins(bytes), bytes.count >= Self.magic.count + 1 + Self.trailerBytes else {
      throw .malformed("it is no binary property list")
    }
    self.bytes = bytes
    let trailer = bytes.count - Self.trailerBytes
    let offsetBytes = Int(bytes[trailer + 6])
    let referenceBytes = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetBytes, 1...8 ~= referenceBytes,
      let count = Self.count(bytes, at: trailer + 8), let top = Self.count(bytes, at: trailer + 16),
      let table = Self.count(bytes, at: trailer + 24)
    else { throw .malformed("its trailer is damaged") }
    guard count <= limits.objects else { throw .tooLarge("it has \(count) objects") }
    // `count` is small here, so the product cannot overflow.
    guard top < count, table <= trailer, count * offsetBytes <= trailer - table else {
      throw .malformed("its table of objects is damaged")
    }
    self.top = top
    objects.reserveCapacity(count)
    var reader = ObjectReader(
      bytes: bytes, end: table, count: count, referenceBytes: referenceBytes, limits: limits)
    for index in 0..<count {
      let offset = Self.number(bytes, at: table + index * offsetBytes, count: offsetBytes)
      guard let offset = Int(exactly: offset), offset < table else {
        throw .malformed("object \(index) lies outside")
      }
      objects.append(try reader.object(at: offset))
    }
  }

  /// Returns the object of a number; null for a number that no object has.
  subscript(reference: Reference) -> Object {
    objects.indices.contains(reference) ? objects[reference] : .null
  }

  private static func count(_ bytes: [UInt8], at offset: Int) -> Int? {
    Int(exactly: number(bytes, at: offset, count: 8))
  }

  /// Returns a number of up to eight bytes, the highest first.
  fileprivate static func number(_ bytes: [UInt8], at offset: Int, count: Int) -> UInt64 {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Reads single objects, and counts what all of them need.
private struct ObjectReader {
  typealias Problem = BinaryPropertyList.Problem

  let bytes: [UInt8]
  /// The end of the objects.
  let end: Int
  /// The number of objects.
  let count: Int
  let referenceBytes: Int
  let limits: BinaryPropertyList.Limits
  private var references = 0
  private var textBytes = 0

  init(
    bytes: [UInt8], end: Int, count: Int, referenceBytes: Int, limits: BinaryPropertyList.Limits
  ) {
    self.bytes = bytes
    self.end = end
    self.count = count
    self.referenceBytes = referenceBytes
    self.limits = limits
  }

  mutating func object(at offset: Int) throws(Problem) -> BinaryPropertyList.Object {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0:
      switch marker {
      case 0x08: return .bool(false)
      case 0x09: return .bool(true)
      default: return .null
      }
    case 0x1: return try integer(at: offset + 1, size: 1 << low)
    case 0x2:
      switch low {
      case 2:
        let bits = BinaryPropertyList.number(bytes, at: try place(offset + 1, 4), count: 4)
        return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
      case 3: return .real(try double(at: offset + 1))
      default: throw .malformed("it has a number of \(low) powers")
      }
    case 0x3: return .date(try double(at: offset + 1))
    case 0x4:
      let (start, size) = try extent(offset, low, unit: 1)
      return .data(start..<start + size)
    case 0x5, 0x7:
      let (start, size) = try extent(offset, low, unit: 1)
      try countText(size)
      guard let text = String(validating: bytes[start..<start + size], as: UTF8.self) else {
        throw .malformed("it has a text that is no UTF-8")
      }
      return .text(text)
    case 0x6:
      let (start, size) = try extent(offset, low, unit: 2)
      try countText(size)
      var units: [UInt16] = []
      units.reserveCapacity(size / 2)
      for place in stride(from: start, to: start + size, by: 2) {
        units.append(UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw .malformed("it has a text that is no UTF-16")
      }
      return .text(text)
    case 0x8:
      let number = BinaryPropertyList.number(
        bytes, at: try place(offset + 1, min(low + 1, 8)), count: min(low + 1, 8))
      guard let number = Int(exactly: number) else { throw .malformed("it has a large reference") }
      return .uid(number)
    case 0xA, 0xB, 0xC:
      let (start, size) = try extent(offset, low, unit: referenceBytes)
      return .list(try list(start, size / referenceBytes))
    case 0xD:
      let (start, size) = try extent(offset, low, unit: 2 * referenceBytes)
      let half = size / 2
      let keys = try list(start, half / referenceBytes)
      let values = try list(start + half, half / referenceBytes)
      return .dictionary(zip(keys, values).map { (key: $0, value: $1) })
    default: throw .malformed("it has an object of the unknown kind \(marker >> 4)")
    }
  }

  private func integer(at offset: Int, size: Int) throws(Problem) -> BinaryPropertyList.Object {
    guard [1, 2, 4, 8, 16].contains(size) else { throw .malformed("it has a long integer") }
    let start = try place(offset, size)
    let low = BinaryPropertyList.number(bytes, at: start + max(0, size - 8), count: min(size, 8))
    // Integers of eight bytes have a sign, shorter ones have none; sixteen bytes hold unsigned ones.
    if size == 16 {
      guard BinaryPropertyList.number(bytes, at: start, count: 8) == 0 else {
        throw .malformed("it has a long integer")
      }
      return Int64(exactly: low).map { .integer($0) } ?? .unsigned(low)
    }
    return .integer(Int64(bitPattern: low))
  }

  private func double(at offset: Int) throws(Problem) -> Double {
    Double(bitPattern: BinaryPropertyList.number(bytes, at: try place(offset, 8), count: 8))
  }

  /// Returns the place, if that many bytes follow.
  private func place(_ offset: Int, _ size: Int) throws(Problem) -> Int {
    guard size <= end - offset else { throw .malformed("an object is cut off") }
    return offset
  }

  /// Returns where the content of an object begins, and its bytes.
  private func extent(
    _ offset: Int, _ low: Int, unit: Int
  ) throws(Problem) -> (start: Int, size: Int) {
    var start = offset + 1
    var count = low
    if low == 0x0F {
      let marker = bytes[try place(start, 1)]
      let size = 1 << Int(marker & 0x0F)
      guard marker >> 4 == 1, size <= 8 else { throw .malformed("an object has no size") }
      let number = BinaryPropertyList.number(bytes, at: try place(start + 1, size), count: size)
      guard let number = Int(exactly: number) else { throw .malformed("an object is too large") }
      count = number
      start += 1 + size
    }
    let (size, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, size <= end - start else { throw .malformed("an object is cut off") }
    return (start, size)
  }

  private mutating func list(_ start: Int, _ count: Int) throws(Problem) -> [Int] {
    references += count
    guard references <= limits.references else { throw .tooLarge("its lists are too long") }
    var list: [Int] = []
    list.reserveCapacity(count)
    for index in 0..<count {
      let number = BinaryPropertyList.number(
        bytes, at: start + index * referenceBytes, count: referenceBytes)
      guard let number = Int(exactly: number), number < self.count else {
        throw .malformed("a list refers to an object that is not there")
      }
      list.append(number)
    }
    return list
  }

  private mutating func countText(_ size: Int) throws(Problem) {
    textBytes += size
    guard textBytes <= limits.textBytes else { throw .tooLarge("its texts are too long") }
  }
}
