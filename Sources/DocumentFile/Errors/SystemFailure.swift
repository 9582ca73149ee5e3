#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed system call, with its error number.
struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  let number: Int32
  /// The name of the call.
  let call: String

  init(_ call: String, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The name of the call and the system's error message.
  var description: String {
    // Lifetime: `strerror` returns static or thread-local text, which is copied at once.
    guard let text = strerror(number) else { return "\(call): error \(number)" }
    return "\(call): \(String(cString: text))"
  }
}

extension SystemFailure {
  /// Whether a folder of the path to open does not exist.
  var isMissing: Bool { number == ENOENT && call.hasPrefix("open") }

  /// Whether the file system does not implement the call.
  ///
  /// A failing disk reports other errors.
  var isUnsupported: Bool { [ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL].contains(number) }
}
