import DocumentTables

/// The rules for keys and foreign names, which both encodings share (spec 5).
enum RecordKeys {
  static let largest: ObjectKey = ObjectKeyRange.last

  /// Requires that a key lies in a range and above the key before it.
  static func check(
    _ key: ObjectKey, after last: ObjectKey, in keys: Range<ObjectKey>
  ) throws(RecordProblem) {
    if key > last, keys.contains(key), key <= largest { return }
    if key == last, key > 0 {
      throw RecordProblem(.duplicateKey, "two records have the key \(key); give one a new key")
    }
    guard key >= 1, keys.contains(key), key <= largest else {
      throw RecordProblem(
        .keyRange, "the key \(key) is not in \(max(keys.lowerBound, 1))..<\(keys.upperBound)")
    }
    throw RecordProblem(.keyOrder, "the key \(key) follows \(last)")
  }

  /// Requires that a reference is a valid key; a later check of the tables finds missing objects.
  @inline(__always)
  static func checkReference(_ key: Int64) throws(RecordProblem) {
    if key < 1 || key > largest { throw RecordProblem(.keyRange, "\(key) cannot be a key") }
  }

  /// Requires an object whose members have reverse-DNS names.
  static func checkForeign(_ tree: Tree) throws(RecordProblem) {
    guard case .object(let members) = tree else {
      throw RecordProblem(.valueType, "foreign data is an object")
    }
    guard !members.isEmpty else {
      throw RecordProblem(.valueNotCanonical, "foreign data without members is left out")
    }
    for member in members where !ReverseDNSName.isValid(member.name) {
      throw RecordProblem(.foreignName, "\(member.name.quotedIfBlank) is no reverse-DNS name")
    }
  }
}
