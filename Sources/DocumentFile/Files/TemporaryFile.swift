import CFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file without a name where the system has such, so that a killed process leaves nothing behind;
/// else one with a name that no other file has (``TemporaryNames``).
final class TemporaryFile {
  private(set) var descriptor: OpenDescriptor
  private let names: TemporaryNames
  private let mode: mode_t
  /// Nil for as long as the file has no name.
  private var name: String?

  private var directory: OpenDescriptor { names.directory }

  /// Makes the file in the directory in which it is to stay.
  ///
  /// - Parameter isPrivate: Whether only its owner may read it until it has its rights; else umask
  ///   and default rights of the directory apply.
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

  /// Nil where there is none, for whatever reason: a file with a name meets the same one, or works.
  private static func unnamed(in directory: OpenDescriptor, mode: mode_t) -> OpenDescriptor? {
    #if os(Linux)
      // Without /proc the file could not get a name later.
      guard access("/proc/self/fd", X_OK) == 0 else { return nil }
      // O_TMPFILE, which the importer does not see: it contains O_DIRECTORY.
      let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
      let number = try? system("openat O_TMPFILE") { openat(directory.number, ".", flags, mode) }
      guard let file = number.map({ OpenDescriptor($0) }) else { return nil }
      // For the time when it has a temporary name.
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

  /// Gives the file its final name, which nothing may have yet.
  ///
  /// - Parameter prepare: Gives a copy what this file has already: rights, and safety on the disk.
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
        // The last way can be overtaken by a program that makes the file in between.
        guard try fileStatus(of: finalName, in: directory) == nil else {
          throw SystemFailure("linkat", number: EEXIST)
        }
        try rename(name, finalName)
      }
    }
    self.name = nil
  }

  /// Puts the file in the place of another, in one step that nobody can see half done.
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
    // Linking through /proc needs no privilege, an empty path would.
    let path = "/proc/self/fd/\(descriptor.number)"
    try system("linkat") {
      linkat(AT_FDCWD, path, directory.number, newName, AT_SYMLINK_FOLLOW)
    }
  }

  /// Goes on with a file that has a name, where the one without cannot get any.
  private func copyToNamedFile(
    _ prepare: (OpenDescriptor) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    let copy = try Self.named(names, mode: mode)
    name = copy.name
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let source = descriptor.number
      // Bound: `pread` writes at most `bytes.count` bytes and says how many; no others are written.
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

  /// Takes the temporary name away; without any name left the file goes when it is closed.
  func discard() {
    if let name { names.remove(name) }
    name = nil
  }
}

extension SystemFailure {
  /// Whether a file cannot get another name, although it may have one.
  fileprivate var isLackOfLinks: Bool {
    call == "linkat" && (isUnsupported || [ENOENT, EXDEV, EPERM, EACCES].contains(number))
  }
}
