import DocumentTables

/// An entry that is sorted outside of memory: a few words, compared one after the other.
protocol SortedEntry: BitwiseCopyable, Comparable, Sendable {}

/// A reference, ordered by its target.
struct KeyPair: SortedEntry {
  var target: ObjectKey
  var source: ObjectKey

  static func < (left: KeyPair, right: KeyPair) -> Bool {
    left.target == right.target ? left.source < right.source : left.target < right.target
  }
}

/// A member of a list: owner, member and position in the list, ordered by owner or by member.
struct ListEntry: SortedEntry {
  var first: ObjectKey
  var second: ObjectKey
  var position: Int

  static func < (left: ListEntry, right: ListEntry) -> Bool {
    if left.first != right.first { return left.first < right.first }
    return left.second == right.second
      ? left.position < right.position : left.second < right.second
  }
}

/// The fingerprint of a unique key's values, and the object that has them.
struct UniqueEntry: SortedEntry {
  var fingerprint: RowFingerprint
  var key: ObjectKey

  static func < (left: UniqueEntry, right: UniqueEntry) -> Bool {
    left.fingerprint == right.fingerprint
      ? left.key < right.key : left.fingerprint < right.fingerprint
  }
}
