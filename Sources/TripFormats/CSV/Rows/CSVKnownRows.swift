import DocumentTables

/// The names of the rows at the imports so far, for telling rows that were deleted in the document.
struct CSVKnownRows: Hashable, Sendable {
  /// The most names of which a document keeps this: a part of it that is read as a whole has all of them.
  static let most = 100_000

  /// The rows of each name, by its hash; nothing if there are too many.
  private var counts: [Int64: Int] = [:]
  /// Whether there are too many names.
  private var isFull = false
  /// Whether the rows of each name are counted: earlier versions noted its first row only.
  private var isCounted = true

  init() {}

  /// Reads what a document keeps.
  init(_ record: Tree) {
    for hash in record["known"]?.arrayValue ?? [] {
      if let hash = hash.integerValue { counts[hash] = 1 }
    }
    let repeated = record["repeated"]?.arrayValue
    isCounted = repeated != nil || counts.isEmpty
    for item in repeated ?? [] {
      guard let pair = item.arrayValue, pair.count == 2, let hash = pair[0].integerValue,
        let count = pair[1].integerValue, count > 1, counts[hash] != nil
      else { continue }
      counts[hash] = Int(clamping: count)
    }
  }

  func state(in members: inout [String: Tree]) {
    members["known"] = .array(counts.keys.sorted().map { .integer($0) })
    guard isCounted else { return }
    members["repeated"] = .array(
      counts.filter { $0.value > 1 }.sorted { $0.key < $1.key }
        .map { .array([.integer($0.key), .integer(Int64($0.value))]) })
  }

  private static func hash(_ name: String) -> Int64 {
    Digest(of: Array(name.utf8)).bytes.prefix(7).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// Notes a row.
  mutating func insert(_ name: String) {
    if isFull { return }
    counts[Self.hash(name), default: 0] += 1
    if counts.count > Self.most { (counts, isFull) = ([:], true) }
  }

  /// Returns how many rows of a name are known: any number, if an earlier version did not count them.
  func count(of name: String) -> Int {
    guard let count = counts[Self.hash(name)] else { return 0 }
    return isCounted ? count : .max / 2
  }

  /// Returns the rows of two imports, of which the later one is the other.
  func union(_ other: CSVKnownRows) -> CSVKnownRows {
    if counts.isEmpty || other.counts.isEmpty { return other }
    var union = self
    union.counts.merge(other.counts, uniquingKeysWith: max)
    // Rows that are all known already change nothing that an earlier version has written.
    if !isCounted, union.counts.count == counts.count { return self }
    union.isCounted = true
    return union
  }
}
