#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file without a name where the system has such, so that a killed process leaves nothing behind;
/// else one with a name that no other file has.
final class TemporaryFile {
  let descriptor: OpenDescriptor
  private let directory: OpenDescriptor
  /// Nil for as long as the file has no name.
  private var name: String?

  /// Makes the file in the directory in which it is to stay; umask and default rights apply.
  init(in directory: OpenDescriptor, for finalName: String) throws(SystemFailure) {
    self.directory = directory
    if let unnamed = try Self.unnamed(in: directory) {
      descriptor = unnamed
      return
    }
    let candidate = Self.candidate(for: finalName)
    let number = try system("openat") {
      openat(directory.number, candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    descriptor = OpenDescriptor(number)
    name = candidate
  }

  deinit { discard() }

  /// Nil where the file system has no files without names.
  private static func unnamed(in directory: OpenDescriptor) throws(SystemFailure) -> OpenDescriptor?
  {
    #if os(Linux)
      // Without /proc the file could not get a name later.
      guard access("/proc/self/fd", X_OK) == 0 else { return nil }
      // O_TMPFILE, which the importer does not see: it contains O_DIRECTORY.
      let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
      do {
        return OpenDescriptor(
          try system("openat") { openat(directory.number, ".", flags, 0o666) })
      } catch {
        if [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) { return nil }
        throw error
      }
    #else
      return nil
    #endif
  }

  /// A hidden name beside the final one, cut to what a directory can hold.
  private static func candidate(for finalName: String) -> String {
    var random = UInt64.random(in: .min ... .max)
    var suffix = "."
    for _ in 0..<12 {
      suffix.append(Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(random % 26))))
      random /= 26
    }
    var kept = finalName
    while kept.utf8.count > 255 - suffix.utf8.count - 1 { kept.removeLast() }
    return "." + kept + suffix
  }

  /// Gives the file its final name, which nothing may have yet.
  func place(asNew finalName: String) throws(SystemFailure) {
    if let name {
      try system("linkat") { linkat(directory.number, name, directory.number, finalName, 0) }
      discard()
    } else {
      try link(as: finalName)
    }
  }

  /// Puts the file in the place of another, in one step that nobody can see half done.
  func place(insteadOf finalName: String) throws(SystemFailure) {
    if name == nil {
      let candidate = Self.candidate(for: finalName)
      try link(as: candidate)
      name = candidate
    }
    guard let name else { return }
    try system("renameat") { renameat(directory.number, name, directory.number, finalName) }
    self.name = nil
  }

  private func link(as newName: String) throws(SystemFailure) {
    // Linking through /proc needs no privilege, an empty path would.
    let path = "/proc/self/fd/\(descriptor.number)"
    try system("linkat") {
      linkat(AT_FDCWD, path, directory.number, newName, AT_SYMLINK_FOLLOW)
    }
  }

  /// Takes the temporary name away; without any name left the file goes when it is closed.
  func discard() {
    if let name { unlinkat(directory.number, name, 0) }
    name = nil
  }
}
