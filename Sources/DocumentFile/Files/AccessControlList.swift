/// A POSIX access control list as Linux stores it in `system.posix_acl_access`.
///
/// With such a list, the group bits of a file's mode are the upper bound of all named entries. So a
/// mode copied without its list would grant the file's group rights that the list granted to other
/// users or groups.
struct AccessControlList: Hashable {
  static let attribute = "system.posix_acl_access"

  /// The kinds of entries, in the order that the system requires.
  enum Tag: UInt16 {
    case owner = 0x01
    case user = 0x02
    case owningGroup = 0x04
    case group = 0x08
    case mask = 0x10
    case other = 0x20
  }

  struct Entry: Hashable {
    var tag: Tag
    /// Read 4, write 2, execute 1.
    var rights: UInt16
    /// The id of the named user or group.
    var id: UInt32 = .max
  }

  var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  /// Returns the list that is equivalent to a mode.
  init(mode: UInt32) {
    entries = [
      Entry(tag: .owner, rights: UInt16(truncatingIfNeeded: mode >> 6 & 7)),
      Entry(tag: .owningGroup, rights: UInt16(truncatingIfNeeded: mode >> 3 & 7)),
      Entry(tag: .other, rights: UInt16(truncatingIfNeeded: mode & 7)),
    ]
  }

  private static let version: [UInt8] = [2, 0, 0, 0]
  private static let entrySize = 8

  /// Parses a list; nil if the bytes are not a list of the version that Linux uses.
  init?(bytes: [UInt8]) {
    let rest = bytes.dropFirst(Self.version.count)
    guard bytes.starts(with: Self.version), rest.count % Self.entrySize == 0 else { return nil }
    entries = []
    // Bound: each entry lies within `rest`, whose count is a multiple of its size.
    for start in stride(from: rest.startIndex, to: rest.endIndex, by: Self.entrySize) {
      let number = { (offset: Int, size: Int) in
        rest[(start + offset)..<(start + offset + size)].reversed()
          .reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      guard let tag = Tag(rawValue: UInt16(truncatingIfNeeded: number(0, 2))) else { return nil }
      entries.append(
        Entry(tag: tag, rights: UInt16(truncatingIfNeeded: number(2, 2)), id: number(4, 4)))
    }
    for tag in [Tag.owner, .owningGroup, .other] where rights(of: tag) == nil { return nil }
  }

  var bytes: [UInt8] {
    var bytes = Self.version
    for entry in entries {
      for part in [entry.tag.rawValue, entry.rights] {
        bytes += [UInt8(truncatingIfNeeded: part), UInt8(truncatingIfNeeded: part >> 8)]
      }
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: entry.id >> shift)) }
    }
    return bytes
  }

  /// Whether the list contains more than a mode can express.
  var isExtended: Bool { entries.contains { [.user, .group, .mask].contains($0.tag) } }

  /// The nine permission bits in the mode of a file with this list.
  var mode: UInt32 {
    let group = rights(of: .mask) ?? rights(of: .owningGroup) ?? 0
    return UInt32(rights(of: .owner) ?? 0) << 6 | UInt32(group) << 3
      | UInt32(rights(of: .other) ?? 0)
  }

  private func rights(of tag: Tag) -> UInt16? { entries.first { $0.tag == tag }?.rights }

  /// Returns the effective rights of an entry that the mask limits.
  private func effective(_ rights: UInt16) -> UInt16 { rights & (self.rights(of: .mask) ?? 7) }

  /// The same rights for a file that belongs to another group.
  ///
  /// The new group gets no rights. All others get at most the rights of the old group, because its
  /// members are among them.
  var withoutOwningGroup: AccessControlList {
    var list = self
    let old = effective(rights(of: .owningGroup) ?? 0)
    for index in list.entries.indices {
      switch list.entries[index].tag {
      case .owningGroup: list.entries[index].rights = 0
      case .other: list.entries[index].rights &= old
      default: break
      }
    }
    return list
  }

  /// The part of the rights that a mode can express.
  ///
  /// No user gets more than the list grants: users whom an entry names fall under the owning group
  /// or under all others, so these classes get at most the rights of such entries.
  var withoutNamedEntries: AccessControlList {
    var group = effective(rights(of: .owningGroup) ?? 0)
    var other = rights(of: .other) ?? 0
    for entry in entries {
      switch entry.tag {
      case .user:
        group &= effective(entry.rights)
        other &= effective(entry.rights)
      case .group: other &= effective(entry.rights)
      default: break
      }
    }
    return AccessControlList([
      Entry(tag: .owner, rights: rights(of: .owner) ?? 0),
      Entry(tag: .owningGroup, rights: group), Entry(tag: .other, rights: other),
    ])
  }
}
