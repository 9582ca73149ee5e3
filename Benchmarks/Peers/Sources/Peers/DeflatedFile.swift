import CZlib
import Foundation

/// A text that zlib has deflated, behind eight bytes with its size.
struct DeflatedFile {
  struct Failure: Error, CustomStringConvertible {
    let status: Int32
    var description: String { "zlib: status \(status)" }
  }

  private static let headSize = 8
  private static let level: Int32 = 6

  let path: String

  func write(_ text: Data) throws {
    var size = compressBound(UInt(text.count))
    var packed = Data(count: Self.headSize + Int(size))
    let status = packed.withUnsafeMutableBytes { packed in
      text.withUnsafeBytes { text in
        packed.storeBytes(of: UInt64(text.count), as: UInt64.self)
        // Bounds: `size` bytes follow the head; `text` has `text.count`.
        let start = packed.baseAddress?.advanced(by: Self.headSize)
        return compress2(
          start?.assumingMemoryBound(to: UInt8.self), &size,
          text.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(text.count), Self.level)
      }
    }
    guard status == Z_OK else { throw Failure(status: status) }
    try packed.prefix(Self.headSize + Int(size)).write(to: URL(fileURLWithPath: path))
  }

  func read() throws -> Data {
    let packed = try Data(contentsOf: URL(fileURLWithPath: path))
    guard packed.count > Self.headSize else { throw Failure(status: Z_DATA_ERROR) }
    var size = packed.withUnsafeBytes { UInt($0.loadUnaligned(as: UInt64.self)) }
    var text = Data(count: Int(size))
    let status = text.withUnsafeMutableBytes { text in
      packed.withUnsafeBytes { packed in
        // Bounds: `text` has `size` bytes; `packed` ends where it ends.
        let start = packed.baseAddress?.advanced(by: Self.headSize)
        return uncompress(
          text.baseAddress?.assumingMemoryBound(to: UInt8.self), &size,
          start?.assumingMemoryBound(to: UInt8.self), UInt(packed.count - Self.headSize))
      }
    }
    guard status == Z_OK else { throw Failure(status: status) }
    return text
  }
}
