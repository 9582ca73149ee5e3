import CFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The hidden names beside a file that its new content may have before it is put in place:
/// `.journeys.trips.unfinished-save-1` and some more.
///
/// They are few and known, so that a later save finds what a killed process left under one of them. The
/// process that writes a file under such a name holds a lock on it, which ends with the process.
struct TemporaryNames {
  private static let ending = ".unfinished-save-"
  /// As many programs may save the same new file at once under names that are looked at later.
  private static let known = 4

  let directory: OpenDescriptor
  /// The file's own name, cut to what a directory can hold together with the ending.
  private let beginning: String

  init(in directory: OpenDescriptor, for finalName: String) {
    self.directory = directory
    let limit = fpathconf(directory.number, Int32(_PC_NAME_MAX))
    let longest = limit > 0 ? min(limit, 255) : 255
    var kept = finalName
    // A dot in front, and behind the ending thirteen letters of a random number at most.
    while kept.utf8.count + 1 + Self.ending.utf8.count + 13 > longest, !kept.isEmpty {
      kept.removeLast()
    }
    beginning = "." + kept + Self.ending
  }

  private var knownNames: [String] { (1...Self.known).map { beginning + String($0) } }

  /// Uses the first name that is free, and removes what killed processes left under the others.
  ///
  /// - Parameter use: Fails with `EEXIST` where a name is taken; nil where it was taken away again.
  func claim<Result>(
    _ use: (String) throws(SystemFailure) -> Result?
  ) throws(SystemFailure) -> Result {
    for name in knownNames { removeAbandoned(name) }
    let random = (0..<4).map { _ in
      beginning + String(UInt64.random(in: .min ... .max), radix: 36)
    }
    var failure = SystemFailure("openat", number: EEXIST)
    for name in knownNames + random {
      do {
        if let result = try use(name) { return result }
      } catch  where error.number == EEXIST {
        failure = error
      }
    }
    throw failure
  }

  /// Locks a file that was made under one of the names.
  ///
  /// - Returns: False where another program has just found it without a lock, and removes it.
  static func protect(_ file: OpenDescriptor) throws(SystemFailure) -> Bool {
    do {
      try system("flock") { flock(file.number, LOCK_EX | LOCK_NB) }
    } catch {
      // Without locks others cannot take one either, and leave the file alone.
      return error.number != EWOULDBLOCK
    }
    return try fileStatus(of: file.number).st_nlink > 0
  }

  /// Removes a file under one of the names if no process is at work on it.
  private func removeAbandoned(_ name: String) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    // Whatever fails here proves nothing: the file stays, and another name is used.
    guard let number = try? system("openat", { openat(directory.number, name, flags) }) else {
      return
    }
    let file = OpenDescriptor(number)
    guard let status = try? fileStatus(of: number), status.isRegularFile, isLocal(file),
      (try? system("flock") { flock(number, LOCK_EX | LOCK_NB) }) != nil,
      let now = try? fileStatus(of: name, in: directory), now.isSameFile(as: status)
    else { return }
    remove(name)
  }

  /// Removes the names that a process gave to a file beside its final one, and was killed before it
  /// could take them away.
  func removeNames(of existing: stat) {
    for name in knownNames {
      if let found = try? fileStatus(of: name, in: directory), found.isSameFile(as: existing) {
        remove(name)
      }
    }
  }

  func remove(_ name: String) {
    _ = try? system("unlinkat") { unlinkat(directory.number, name, 0) }
  }

  /// Whether all programs that use a file see each other's locks, which network file systems and those
  /// in user space do not promise.
  private func isLocal(_ file: OpenDescriptor) -> Bool {
    #if os(Linux)
      return Self.localKinds.contains(file_system_kind(file.number))
    #else
      var status = statfs()
      return fstatfs(file.number, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) != 0
    #endif
  }

  /// The magic numbers of Linux's `statfs`.
  private static let localKinds: Set<UInt32> = [
    0xEF53,  // ext2, ext3, ext4
    0x5846_5342,  // XFS
    0x9123_683E,  // Btrfs
    0x0102_1994,  // tmpfs
    0x8584_58F6,  // ramfs
    0xF2F5_2010,  // F2FS
    0x2FC1_2FC1,  // ZFS
    0xCA45_1A4E,  // bcachefs
    0x794C_7630,  // overlayfs
    0x4D44,  // FAT
    0x2011_BAB0,  // exFAT
    0x7366_746E,  // NTFS
  ]
}
