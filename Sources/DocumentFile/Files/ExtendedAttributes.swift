import CFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of an extended attribute, as bytes, because it need not be UTF-8.
struct AttributeName: Hashable {
  /// The bytes, with a terminating zero.
  let bytes: [CChar]

  init(_ text: String) { bytes = Array(text.utf8CString) }

  fileprivate init(_ bytes: ArraySlice<CChar>) { self.bytes = Array(bytes) + [0] }

  var text: String {
    String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension OpenDescriptor {
  /// Returns the names of the attributes that this process can see.
  func attributeNames() throws(SystemFailure) -> [AttributeName] {
    let list = try sized("flistxattr") { (buffer, size) in
      #if canImport(Darwin)
        flistxattr(number, buffer?.assumingMemoryBound(to: CChar.self), size, 0)
      #else
        flistxattr(number, buffer?.assumingMemoryBound(to: CChar.self), size)
      #endif
    }
    return list.split(separator: 0).map { name in
      AttributeName(ArraySlice(name.map(CChar.init(bitPattern:))))
    }
  }

  /// Returns the value of an attribute; nil if there is no such attribute.
  func attribute(_ name: AttributeName) throws(SystemFailure) -> [UInt8]? {
    do {
      return try sized("fgetxattr") { (buffer, size) in
        #if canImport(Darwin)
          fgetxattr(number, name.bytes, buffer, size, 0, 0)
        #else
          fgetxattr(number, name.bytes, buffer, size)
        #endif
      }
    } catch  where error.isAttributeMissing {
      return nil
    }
  }

  func setAttribute(_ name: AttributeName, to value: [UInt8]) throws(SystemFailure) {
    try system("fsetxattr") {
      #if canImport(Darwin)
        fsetxattr(number, name.bytes, value, value.count, 0, 0)
      #else
        fsetxattr(number, name.bytes, value, value.count, 0)
      #endif
    }
  }

  /// Removes an attribute; a missing attribute is not an error.
  func removeAttribute(_ name: AttributeName) throws(SystemFailure) {
    do {
      try system("fremovexattr") {
        #if canImport(Darwin)
          fremovexattr(number, name.bytes, 0)
        #else
          fremovexattr(number, name.bytes)
        #endif
      }
    } catch  where error.isAttributeMissing {}
  }

  /// Asks for the size, then reads that many bytes; retries if the value has grown meanwhile.
  private func sized(
    _ name: String, _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(SystemFailure) -> [UInt8] {
    var attempts = 8
    while true {
      let size = try system(name) { call(nil, 0) }
      guard size > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: size)
      do {
        // Bound: the call writes at most `size` bytes into the buffer and returns their number.
        let count = try system(name) { bytes.withUnsafeMutableBytes { call($0.baseAddress, size) } }
        return Array(bytes.prefix(count))
      } catch  where error.number == ERANGE && attempts > 0 {
        attempts -= 1
      }
    }
  }
}

extension SystemFailure {
  fileprivate var isAttributeMissing: Bool {
    #if canImport(Darwin)
      number == ENOATTR
    #else
      number == ENODATA
    #endif
  }
}
