import CFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The hidden names that new content may have before it is put in place:
/// `.journeys.trips.unfinished-save-1` and a few more.
///
/// The names are few and predictable, so that a later save finds files that a killed process left
/// behind. The process that writes such a file holds a lock on it, which ends with the process.
struct TemporaryNames {
  private static let ending = ".unfinished-save-"
  /// The number of programs that can save the same new file at the same time under names that later
  /// saves check.
  private static let known = 4

  let directory: OpenDescriptor
  /// The file's own name, cut so that it fits in a directory together with the ending.
  private let beginning: String

  init(in directory: OpenDescriptor, for finalName: String) {
    self.directory = directory
    let limit = fpathconf(directory.number, Int32(_PC_NAME_MAX))
    let longest = limit > 0 ? min(limit, 255) : 255
    var kept = finalName
    // A dot in front, and at most thirteen letters of a random number behind the ending.
    while kept.utf8.count + 1 + Self.ending.utf8.count + 13 > longest, !kept.isEmpty {
      kept.removeLast()
    }
    beginning = "." + kept + Self.ending
  }

  private var knownNames: [String] { (1...Self.known).map { beginning + String($0) } }

  /// Uses the first free name, and removes files of killed processes under the known names.
  ///
  /// - Parameter use: Throws `EEXIST` if the name is in use; returns nil if another program removed
  ///   the new file.
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

  /// Locks a file that was created under one of the names.
  ///
  /// - Returns: False if another program has found the file before it was locked and removes it.
  static func protect(_ file: OpenDescriptor) throws(SystemFailure) -> Bool {
    do {
      try system("flock") { flock(file.number, LOCK_EX | LOCK_NB) }
    } catch {
      // Without locks, other programs cannot lock the file either and leave it alone.
      return error.number != EWOULDBLOCK
    }
    return try fileStatus(of: file.number).st_nlink > 0
  }

  /// Removes a file under one of the names if no process is writing it.
  private func removeAbandoned(_ name: String) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    // A failure here proves nothing: the file is kept and another name is used.
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

  /// Removes temporary names of a file that also has its final name, left by a process that was
  /// killed between the two steps.
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

  /// Whether all programs that use a file see each other's locks, which network file systems and
  /// user-space file systems do not guarantee.
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
