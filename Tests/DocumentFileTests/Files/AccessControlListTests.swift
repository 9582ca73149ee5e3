import Testing

@testable import DocumentFile

@Suite("Access control lists")
struct AccessControlListTests {
  /// What a process asks for access with.
  struct Subject {
    var user: UInt32
    var groups: Set<UInt32>
  }

  /// Whether a file of user 0 gives a subject all of some rights, as acl(5) says.
  static func gives(
    _ list: AccessControlList, group: UInt32, to subject: Subject, _ wanted: UInt16
  ) -> Bool {
    let mask = list.entries.first { $0.tag == .mask }?.rights ?? 7
    let covers = { (rights: UInt16) in rights & wanted == wanted }
    func first(_ tag: AccessControlList.Tag) -> UInt16 {
      list.entries.first { $0.tag == tag }?.rights ?? 0
    }
    if subject.user == 0 { return covers(first(.owner)) }
    if let named = list.entries.first(where: { $0.tag == .user && $0.id == subject.user }) {
      return covers(named.rights & mask)
    }
    let groups = list.entries.filter {
      $0.tag == .owningGroup && subject.groups.contains(group)
        || $0.tag == .group && subject.groups.contains($0.id)
    }
    if !groups.isEmpty { return groups.contains { covers($0.rights & mask) } }
    return covers(first(.other))
  }

  static func random(_ generator: inout SeededGenerator) -> AccessControlList {
    let rights = { (generator: inout SeededGenerator) in
      UInt16.random(in: 0...7, using: &generator)
    }
    var entries: [AccessControlList.Entry] = []
    entries.append(.init(tag: .owner, rights: rights(&generator)))
    let users = (1...3 as ClosedRange<UInt32>).filter { _ in Bool.random(using: &generator) }
    for id in users { entries.append(.init(tag: .user, rights: rights(&generator), id: id)) }
    entries.append(.init(tag: .owningGroup, rights: rights(&generator)))
    let groups = (10...12 as ClosedRange<UInt32>).filter { _ in Bool.random(using: &generator) }
    for id in groups { entries.append(.init(tag: .group, rights: rights(&generator), id: id)) }
    if !users.isEmpty || !groups.isEmpty || Bool.random(using: &generator) {
      entries.append(.init(tag: .mask, rights: rights(&generator)))
    }
    entries.append(.init(tag: .other, rights: rights(&generator)))
    return AccessControlList(entries)
  }

  @Test("what is narrowed gives nobody more than before", arguments: 0..<20 as Range<UInt64>)
  func neverWider(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    for _ in 0..<10 {
      let list = Self.random(&generator)
      // With its group, a file of group 10 that another now has belongs to group 13.
      let narrowed: [(AccessControlList, UInt32)] = [
        (list.withoutNamedEntries, 10), (list.withoutOwningGroup, 13),
        (list.withoutOwningGroup.withoutNamedEntries, 13),
      ]
      for user in 1...4 as ClosedRange<UInt32> {
        for bits in 0..<16 {
          let groups = Set((10...13).filter { bits & (1 << ($0 - 10)) != 0 }.map(UInt32.init))
          let subject = Subject(user: user, groups: groups)
          for wanted in 1...7 as ClosedRange<UInt16>
          where !Self.gives(list, group: 10, to: subject, wanted) {
            for (new, group) in narrowed
            where Self.gives(new, group: group, to: subject, wanted) {
              Issue.record("\(list.entries) → \(new.entries), \(subject), \(wanted)")
            }
          }
        }
      }
      #expect(AccessControlList(bytes: list.bytes) == list)
      #expect(!list.withoutNamedEntries.isExtended)
    }
  }

  @Test("a list is the bytes that the system has for it")
  func bytes() {
    let list = AccessControlList([
      .init(tag: .owner, rights: 6), .init(tag: .user, rights: 4, id: 1000),
      .init(tag: .owningGroup, rights: 0), .init(tag: .mask, rights: 4),
      .init(tag: .other, rights: 0),
    ])
    let none: [UInt8] = [255, 255, 255, 255]
    #expect(
      list.bytes == [2, 0, 0, 0] + [1, 0, 6, 0] + none + [2, 0, 4, 0, 0xE8, 3, 0, 0] + [4, 0, 0, 0]
        + none + [16, 0, 4, 0] + none + [32, 0, 0, 0] + none)
    #expect(list.mode == 0o640)
    #expect(AccessControlList(mode: 0o754).mode == 0o754)
  }

  @Test(
    "what is no such list is not read as one",
    arguments: [
      [], [2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0, 1],
      [2, 0, 0, 0] + [3, 0, 6, 0, 255, 255, 255, 255],
    ] as [[UInt8]])
  func malformed(bytes: [UInt8]) {
    #expect(AccessControlList(bytes: bytes) == nil)
  }
}
