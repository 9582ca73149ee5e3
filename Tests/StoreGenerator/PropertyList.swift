/// A value of a property list, with the references of keyed archives.
package indirect enum PropertyList: Sendable, Hashable {
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data([UInt8])
  case string(String)
  case uid(Int)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// The binary form, version `bplist00`: equal scalars are stored once.
  package var binary: [UInt8] {
    var writer = Writer()
    let root = writer.place(self)
    return writer.finish(root: root)
  }

  private struct Writer {
    private var numbers: [PropertyList: Int] = [:]
    /// Each object without its references, and the references.
    private var objects: [(bytes: [UInt8], references: [Int])] = []

    mutating func place(_ value: PropertyList) -> Int {
      switch value {
      case .array, .dictionary: break
      default: if let known = numbers[value] { return known }
      }
      let number = objects.count
      objects.append(([], []))
      switch value {
      case .bool(let flag): objects[number].bytes = [flag ? 0x09 : 0x08]
      case .integer(let integer): objects[number].bytes = Self.integer(integer)
      case .real(let real): objects[number].bytes = [0x23] + bigEndian(real.bitPattern, 8)
      case .date(let date): objects[number].bytes = [0x33] + bigEndian(date.bitPattern, 8)
      case .data(let data): objects[number].bytes = Self.head(0x40, data.count) + data
      case .string(let text):
        let ascii = Array(text.utf8)
        if ascii.allSatisfy({ $0 < 0x80 }) {
          objects[number].bytes = Self.head(0x50, ascii.count) + ascii
        } else {
          let units = Array(text.utf16)
          objects[number].bytes =
            Self.head(0x60, units.count) + units.flatMap { bigEndian(UInt64($0), 2) }
        }
      case .uid(let uid):
        let width = uid < 1 << 8 ? 1 : uid < 1 << 16 ? 2 : 4
        objects[number].bytes = [0x80 + UInt8(width - 1)] + bigEndian(UInt64(uid), width)
      case .array(let elements):
        let references = elements.map { place($0) }
        objects[number] = (Self.head(0xA0, elements.count), references)
      case .dictionary(let members):
        let sorted = members.sorted { $0.key < $1.key }
        let keys = sorted.map { place(.string($0.key)) }
        let values = sorted.map { place($0.value) }
        objects[number] = (Self.head(0xD0, sorted.count), keys + values)
      }
      switch value {
      case .array, .dictionary: break
      default: numbers[value] = number
      }
      return number
    }

    func finish(root: Int) -> [UInt8] {
      let referenceWidth = objects.count < 1 << 8 ? 1 : objects.count < 1 << 16 ? 2 : 4
      var bytes = Array("bplist00".utf8)
      var offsets: [Int] = []
      for object in objects {
        offsets.append(bytes.count)
        bytes += object.bytes
        for reference in object.references {
          bytes += bigEndian(UInt64(reference), referenceWidth)
        }
      }
      let table = bytes.count
      let offsetWidth = table < 1 << 8 ? 1 : table < 1 << 16 ? 2 : 4
      for offset in offsets { bytes += bigEndian(UInt64(offset), offsetWidth) }
      bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
      bytes += bigEndian(UInt64(objects.count), 8) + bigEndian(UInt64(root), 8)
      bytes += bigEndian(UInt64(table), 8)
      return bytes
    }

    private static func integer(_ value: Int64) -> [UInt8] {
      switch value {
      case 0..<1 << 8: [0x10] + bigEndian(UInt64(value), 1)
      case 0..<1 << 16: [0x11] + bigEndian(UInt64(value), 2)
      case 0..<1 << 32: [0x12] + bigEndian(UInt64(value), 4)
      default: [0x13] + bigEndian(UInt64(bitPattern: value), 8)
      }
    }

    private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [marker + UInt8(count)] : [marker + 15] + integer(Int64(count))
    }
  }
}

private func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (width - 1 - $0))) }
}

extension PropertyList {
  /// Reads a binary property list that tests trust: this writer's own, or a sample's.
  package init?(trusted bytes: [UInt8]) {
    guard bytes.count > 40, bytes.starts(with: Array("bplist00".utf8)) else { return nil }
    let trailer = bytes.count - 32
    let reader = Reader(
      bytes: bytes, offsetWidth: Int(bytes[trailer + 6]), referenceWidth: Int(bytes[trailer + 7]),
      table: Int(Reader.unsigned(bytes[(trailer + 24)..<(trailer + 32)])))
    self = reader.value(Int(Reader.unsigned(bytes[(trailer + 16)..<(trailer + 24)])))
  }

  private struct Reader {
    let bytes: [UInt8]
    let offsetWidth: Int
    let referenceWidth: Int
    let table: Int

    static func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    func value(_ number: Int) -> PropertyList {
      let entry = table + number * offsetWidth
      var place = Int(Self.unsigned(bytes[entry..<(entry + offsetWidth)]))
      let marker = bytes[place]
      place += 1
      var count = Int(marker & 0x0F)
      if count == 15, marker & 0xF0 > 0x30, marker & 0xF0 != 0x80 {
        let width = 1 << Int(bytes[place] & 0x0F)
        count = Int(Self.unsigned(bytes[(place + 1)..<(place + 1 + width)]))
        place += 1 + width
      }
      func reference(_ index: Int) -> Int {
        let start = place + index * referenceWidth
        return Int(Self.unsigned(bytes[start..<(start + referenceWidth)]))
      }
      switch marker & 0xF0 {
      case 0x00: return .bool(marker == 0x09)
      case 0x10:
        return .integer(
          Int64(truncatingIfNeeded: Self.unsigned(bytes[place..<(place + 1 << count)])))
      case 0x20: return .real(Double(bitPattern: Self.unsigned(bytes[place..<(place + 8)])))
      case 0x30: return .date(Double(bitPattern: Self.unsigned(bytes[place..<(place + 8)])))
      case 0x40: return .data(Array(bytes[place..<(place + count)]))
      case 0x50: return .string(String(decoding: bytes[place..<(place + count)], as: UTF8.self))
      case 0x60:
        let start = place
        let units = (0..<count).map { unit in
          UInt16(Self.unsigned(bytes[(start + 2 * unit)..<(start + 2 * unit + 2)]))
        }
        return .string(String(decoding: units, as: UTF16.self))
      case 0x80: return .uid(Int(Self.unsigned(bytes[place..<(place + count + 1)])))
      case 0xA0: return .array((0..<count).map { value(reference($0)) })
      default:
        var members: [String: PropertyList] = [:]
        for index in 0..<count {
          if case .string(let key) = value(reference(index)) {
            members[key] = value(reference(count + index))
          }
        }
        return .dictionary(members)
      }
    }
  }
}
