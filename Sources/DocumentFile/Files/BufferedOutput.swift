/// A buffer for small writes, so that an archive of many small entries needs few system calls.
final class BufferedOutput {
  private static let capacity = 256 << 10

  private let descriptor: OpenDescriptor
  private var buffer: [UInt8] = []

  init(_ descriptor: OpenDescriptor) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.capacity)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try descriptor.write(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  func flush() throws(SystemFailure) {
    guard !buffer.isEmpty else { return }
    try buffer.withUnsafeBufferPointer { (bytes) throws(SystemFailure) in
      try descriptor.write(UnsafeRawBufferPointer(bytes))
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
