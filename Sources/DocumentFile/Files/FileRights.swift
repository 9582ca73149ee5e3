#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a new file takes over from the one that it replaces: owner, mode, access control list and
/// extended attributes.
///
/// What cannot be kept is reported. The new file never gives rights that the old one did not give.
struct FileRights {
  private let source: OpenDescriptor
  private let status: stat
  private let list: AccessControlList

  /// - Throws: ``SystemFailure`` where the rights of the file cannot be known.
  init(of source: OpenDescriptor) throws(SystemFailure) {
    self.source = source
    status = try fileStatus(of: source.number)
    list = try Self.list(of: source, status)
  }

  private static func list(
    of source: OpenDescriptor, _ status: stat
  ) throws(SystemFailure) -> AccessControlList {
    #if os(Linux)
      do throws(SystemFailure) {
        if let bytes = try source.attribute(AttributeName(AccessControlList.attribute)) {
          guard let list = AccessControlList(bytes: bytes) else {
            throw SystemFailure("fgetxattr", number: EBADMSG)
          }
          return list
        }
      } catch  where error.isUnsupported {}
    #endif
    return AccessControlList(mode: UInt32(status.st_mode))
  }

  /// Whether a file still has these rights; attributes that give none are not looked at.
  func areUnchanged(in now: stat) throws(SystemFailure) -> Bool {
    guard now.st_mode == status.st_mode, now.st_uid == status.st_uid, now.st_gid == status.st_gid
    else { return false }
    return try Self.list(of: source, now) == list
  }

  /// Gives a file the rights that it can get.
  ///
  /// Until this call only its owner may read it, so that no moment gives more than the end. The owner
  /// comes first, because changing it clears bits of the mode and takes attributes away.
  func apply(to new: OpenDescriptor) throws(SystemFailure) -> UnkeptRights {
    var unkept = UnkeptRights()
    var list = list
    var mode = status.st_mode & 0o7000
    let owner = try giveAway(new)
    if !owner.isKept { unkept.add(UnkeptRights.owner) }
    if !owner.keepsGroup {
      unkept.add(UnkeptRights.group)
      list = list.withoutOwningGroup
    }
    // Bits that run a file as its owner or group were meant for another.
    if !owner.isKept || !owner.keepsGroup { mode = 0 }

    var withheld: mode_t = try copyAttributes(to: new, &unkept) ? 0 : 0o077
    #if os(Linux)
      if list.isExtended, !Self.set(list, of: new) {
        unkept.add(UnkeptRights.accessControlList)
        list = list.withoutNamedEntries
      }
      // One that the directory gives to all new files.
      if !list.isExtended, !Self.removeList(of: new) {
        unkept.add(UnkeptRights.permissions)
        withheld |= 0o070
      }
    #else
      if fcopyfile(source.number, new.number, nil, copyfile_flags_t(COPYFILE_ACL)) != 0,
        errno != ENOTSUP
      {
        unkept.add(UnkeptRights.accessControlList)
        withheld |= 0o077
      }
    #endif
    mode |= mode_t(list.mode) & ~withheld
    try setMode(mode, of: new, &unkept)
    return unkept
  }

  /// Only the superuser can give a file away; others may give it to their groups.
  private func giveAway(
    _ new: OpenDescriptor
  ) throws(SystemFailure) -> (isKept: Bool, keepsGroup: Bool) {
    let made = try fileStatus(of: new.number)
    let (owner, group) = (status.st_uid, status.st_gid)
    if made.st_uid == owner, made.st_gid == group { return (true, true) }
    if (try? system("fchown") { fchown(new.number, owner, group) }) != nil { return (true, true) }
    if made.st_gid == group { return (false, true) }
    let keepsGroup = (try? system("fchown") { fchown(new.number, .max, group) }) != nil
    return (made.st_uid == owner, keepsGroup)
  }

  /// - Returns: False where an attribute that may withhold rights could not be kept.
  private func copyAttributes(
    to new: OpenDescriptor, _ unkept: inout UnkeptRights
  ) throws(SystemFailure) -> Bool {
    let names: [AttributeName]
    do {
      names = try source.attributeNames()
    } catch  where error.isUnsupported {
      return true
    } catch  where [E2BIG, ENOMEM, EPERM, EACCES].contains(error.number) {
      unkept.add(UnkeptRights.attributes)
      return true
    }
    var isWhole = true
    for name in names where !Self.isOfContent(name.text) && name.text != AccessControlList.attribute
    {
      do {
        guard let value = try source.attribute(name) else { continue }
        // The system gives labels by itself, mostly the same one.
        if let given = try? new.attribute(name), given == value { continue }
        try new.setAttribute(name, to: value)
      } catch {
        // What a disk does not give may be read another time.
        if error.number == EIO { throw error }
        unkept.add(name.text)
        // Other kinds of access control lists, as that of NFS.
        if name.text.hasPrefix("system.") { isWhole = false }
      }
    }
    return isWhole
  }

  /// Digests of the content, which the system makes anew.
  private static func isOfContent(_ name: String) -> Bool {
    name == "security.ima" || name == "security.evm"
  }

  private static func set(_ list: AccessControlList, of file: OpenDescriptor) -> Bool {
    (try? file.setAttribute(AttributeName(AccessControlList.attribute), to: list.bytes)) != nil
  }

  /// - Returns: False where the file may still have one.
  private static func removeList(of file: OpenDescriptor) -> Bool {
    do {
      try file.removeAttribute(AttributeName(AccessControlList.attribute))
      return true
    } catch {
      return error.number == ENOSYS || error.number == ENOTSUP || error.number == EOPNOTSUPP
    }
  }

  /// Fewer permissions than wanted are reported, more are an error.
  private func setMode(
    _ mode: mode_t, of file: OpenDescriptor, _ unkept: inout UnkeptRights
  ) throws(SystemFailure) {
    let current = try fileStatus(of: file.number).st_mode & 0o7777
    guard current != mode else { return }
    do {
      try system("fchmod") { fchmod(file.number, mode) }
    } catch {
      guard current & ~mode == 0 else { throw error }
      unkept.add(UnkeptRights.permissions)
    }
  }
}

/// What a file had and the new file in its place could not get.
///
/// The file system may lack it, or the process may not be allowed to set it. The new file never gives
/// more rights than the old one gave.
package struct UnkeptRights: Hashable, Sendable, CustomStringConvertible {
  /// The words for each: `the owner`, or the name of an extended attribute.
  package private(set) var names: [String] = []

  package init() {}

  package var isEmpty: Bool { names.isEmpty }

  package var description: String { names.joined(separator: ", ") }

  mutating func add(_ name: String) {
    if !names.contains(name) { names.append(name) }
  }

  static let owner = "the owner"
  static let group = "the group"
  static let permissions = "permissions"
  static let accessControlList = "entries of the access control list"
  static let attributes = "extended attributes"
}
