#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The owner, mode, access control list and extended attributes that a new file takes over from the
/// file that it replaces.
///
/// Whatever cannot be kept is reported. The new file never grants rights that the old one did not
/// grant.
struct FileRights {
  private let source: OpenDescriptor
  private let status: stat
  private let list: AccessControlList

  /// - Throws: ``SystemFailure`` if the rights of the file cannot be read.
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

  /// Returns whether a file still has these rights; ignores attributes that grant no rights.
  func areUnchanged(in now: stat) throws(SystemFailure) -> Bool {
    guard now.st_mode == status.st_mode, now.st_uid == status.st_uid, now.st_gid == status.st_gid
    else { return false }
    return try Self.list(of: source, now) == list
  }

  /// Applies the rights to a new file as far as possible, and returns what could not be applied.
  ///
  /// Until this call only the owner can read the file, so that it never grants more rights than in
  /// the end. The owner is set first, because changing it clears mode bits and removes attributes.
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
    // The set-user-ID and set-group-ID bits were meant for the old owner and group.
    if !owner.isKept || !owner.keepsGroup { mode = 0 }

    var withheld: mode_t = try copyAttributes(to: new, &unkept) ? 0 : 0o077
    #if os(Linux)
      if list.isExtended, !Self.set(list, of: new) {
        unkept.add(UnkeptRights.accessControlList)
        list = list.withoutNamedEntries
      }
      // The list that the directory gives to all new files.
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

  /// Sets the owner: only the superuser can change the user, others only the group to one of
  /// theirs.
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

  /// Copies the extended attributes, except the access control list and digests of the content.
  ///
  /// - Returns: False if an attribute that may withhold rights could not be copied.
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
        // The system sets labels itself, mostly to the same value.
        if let given = try? new.attribute(name), given == value { continue }
        try new.setAttribute(name, to: value)
      } catch {
        // A read error of the disk may be temporary.
        if error.number == EIO { throw error }
        unkept.add(name.text)
        // Other kinds of access control lists, such as that of NFS.
        if name.text.hasPrefix("system.") { isWhole = false }
      }
    }
    return isWhole
  }

  /// Whether an attribute is a digest of the content, which the system computes anew.
  private static func isOfContent(_ name: String) -> Bool {
    name == "security.ima" || name == "security.evm"
  }

  private static func set(_ list: AccessControlList, of file: OpenDescriptor) -> Bool {
    (try? file.setAttribute(AttributeName(AccessControlList.attribute), to: list.bytes)) != nil
  }

  /// Removes the access control list.
  ///
  /// - Returns: False if the file may still have one.
  private static func removeList(of file: OpenDescriptor) -> Bool {
    do {
      try file.removeAttribute(AttributeName(AccessControlList.attribute))
      return true
    } catch {
      return error.number == ENOSYS || error.number == ENOTSUP || error.number == EOPNOTSUPP
    }
  }

  /// Sets the mode; reports missing permissions, but throws if the file would keep permissions that
  /// `mode` does not have.
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

/// The rights and attributes of a file that its replacement could not get.
///
/// The file system may not support them, or the process may not be allowed to set them. The new
/// file never grants more rights than the old one did.
package struct UnkeptRights: Hashable, Sendable, CustomStringConvertible {
  /// A description of each: a phrase such as `the owner`, or the name of an extended attribute.
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
