import CFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file without a name if the system supports it, so that a killed process leaves nothing behind;
/// otherwise a file with a unique name (``TemporaryNames``).
final class TemporaryFile {
  private(set) var descriptor: OpenDescriptor
  private let names: TemporaryNames
  private let mode: mode_t
  /// The name; nil while the file has none.
  private var name: String?

  private var directory: OpenDescriptor { names.directory }

  /// Creates the file in its final directory.
  ///
  /// - Parameter isPrivate: Whether only the owner may read the file until it gets its rights;
  ///   otherwise the umask and the default rights of the directory apply.
  init(
    in directory: OpenDescriptor, for finalName: String, isPrivate: Bool
  ) throws(SystemFailure) {
    names = TemporaryNames(in: directory, for: finalName)
    mode = isPrivate ? 0o600 : 0o666
    if let unnamed = Self.unnamed(in: directory, mode: mode) {
      descriptor = unnamed
    } else {
      let made = try Self.named(names, mode: mode)
      (descriptor, name) = (made.descriptor, made.name)
    }
  }

  deinit { discard() }

  /// Creates a file without a name; nil for any error, because creating a named file then reports
  /// the same error or succeeds.
  private static func unnamed(in directory: OpenDescriptor, mode: mode_t) -> OpenDescriptor? {
    #if os(Linux)
      // Without /proc the file could not be named later.
      guard access("/proc/self/fd", X_OK) == 0 else { return nil }
      // O_TMPFILE, which the importer does not see; its value includes O_DIRECTORY.
      let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
      let number = try? system("openat O_TMPFILE") { openat(directory.number, ".", flags, mode) }
      guard let file = number.map({ OpenDescriptor($0) }) else { return nil }
      // The lock is needed while the file has a temporary name.
      return (try? TemporaryNames.protect(file)) == nil ? nil : file
    #else
      return nil
    #endif
  }

  private static func named(
    _ names: TemporaryNames, mode: mode_t
  ) throws(SystemFailure) -> (descriptor: OpenDescriptor, name: String) {
    try names.claim { (name) throws(SystemFailure) in
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      let file = OpenDescriptor(
        try system("openat") { openat(names.directory.number, name, flags, mode) })
      do throws(SystemFailure) {
        return try TemporaryNames.protect(file) ? (file, name) : nil
      } catch {
        names.remove(name)
        throw error
      }
    }
  }

  /// Gives the file its final name, which must not exist yet.
  ///
  /// - Parameter prepare: Applies rights to a copy of this file and flushes it to disk.
  func place(
    asNew finalName: String, prepare: (OpenDescriptor) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    if name == nil {
      do {
        return try link(as: finalName)
      } catch  where error.isLackOfLinks {
        try copyToNamedFile(prepare)
      }
    }
    guard let name else { return }
    do {
      try renameWithoutReplacing(name, finalName)
    } catch  where error.isUnsupported {
      do {
        try system("linkat") { linkat(directory.number, name, directory.number, finalName, 0) }
        return discard()
      } catch  where error.isLackOfLinks {
        // This last resort has a race with a program that creates the file in between.
        guard try fileStatus(of: finalName, in: directory) == nil else {
          throw SystemFailure("linkat", number: EEXIST)
        }
        try rename(name, finalName)
      }
    }
    self.name = nil
  }

  /// Replaces another file atomically.
  ///
  /// - Parameter prepare: As for ``place(asNew:prepare:)``.
  func place(
    insteadOf finalName: String, prepare: (OpenDescriptor) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    var isCopy = name != nil
    if name == nil {
      do {
        name = try names.claim { (name) throws(SystemFailure) in
          try link(as: name)
          return name
        }
      } catch  where error.isLackOfLinks {
        try copyToNamedFile(prepare)
        isCopy = true
      }
    }
    do {
      try renameOver(finalName)
    } catch  where error.number == EXDEV && !isCopy {
      discard()
      try copyToNamedFile(prepare)
      try renameOver(finalName)
    }
  }

  private func renameOver(_ finalName: String) throws(SystemFailure) {
    guard let name else { return }
    try rename(name, finalName)
    self.name = nil
  }

  private func rename(_ old: String, _ new: String) throws(SystemFailure) {
    try system("renameat") { renameat(directory.number, old, directory.number, new) }
  }

  private func renameWithoutReplacing(_ old: String, _ new: String) throws(SystemFailure) {
    #if os(Linux)
      try system("renameat2") { rename_without_replacing(directory.number, old, new) }
    #else
      try system("renameatx_np") {
        renameatx_np(directory.number, old, directory.number, new, UInt32(RENAME_EXCL))
      }
    #endif
  }

  private func link(as newName: String) throws(SystemFailure) {
    // Linking through /proc needs no privilege, unlike linking with an empty path.
    let path = "/proc/self/fd/\(descriptor.number)"
    try system("linkat") {
      linkat(AT_FDCWD, path, directory.number, newName, AT_SYMLINK_FOLLOW)
    }
  }

  /// Continues with a copy that has a name, if the file without a name cannot be linked.
  private func copyToNamedFile(
    _ prepare: (OpenDescriptor) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    let copy = try Self.named(names, mode: mode)
    name = copy.name
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let source = descriptor.number
      // Bound: `pread` writes at most `bytes.count` bytes and returns their number; only these are
      // written to the copy.
      let count = try system("pread") {
        buffer.withUnsafeMutableBytes { bytes in
          pread(source, bytes.baseAddress, bytes.count, offset)
        }
      }
      try buffer.withUnsafeBufferPointer { (bytes) throws(SystemFailure) in
        let read = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count]))
        try copy.descriptor.write(read)
      }
      if count == 0 { break }
      offset += off_t(count)
    }
    try prepare(copy.descriptor)
    descriptor = copy.descriptor
  }

  /// Removes the temporary name; a file without any name disappears when it is closed.
  func discard() {
    if let name { names.remove(name) }
    name = nil
  }
}

extension SystemFailure {
  /// Whether the file cannot get another name by linking, although renaming or copying may work.
  fileprivate var isLackOfLinks: Bool {
    call == "linkat" && (isUnsupported || [ENOENT, EXDEV, EPERM, EACCES].contains(number))
  }
}
