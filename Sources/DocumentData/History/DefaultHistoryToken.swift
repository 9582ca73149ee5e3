import DocumentTables

/// A position in the histories of a container's documents.
///
/// The token of a transaction states the position in every document of the container, so the last
/// token of a fetch covers all of them. A token stays valid when the program ends, and when a document
/// is compressed, converted or written anew. A fetch with a token that has no place in a document's
/// history throws ``SwiftDataError/historyTokenExpired``.
public struct DefaultHistoryToken: HistoryToken {
  /// The type of the value: the number of the last transaction, by store.
  public typealias TokenType = [String: Int64]

  /// The position after a transaction of one document.
  struct Position: Hashable, Sendable {
    /// 0 before the first transaction.
    var number: Int64 = 0
    /// Nil before the first transaction.
    var origin: Origin?
  }

  /// The history to which a transaction belongs.
  struct Origin: Hashable, Sendable {
    var lineage: UInt128
    /// The chained digest of the transaction.
    var digest: Digest
  }

  /// The identifier of the store whose transaction has the token.
  let store: String
  /// By the identifiers of the stores.
  let positions: [String: Position]
  /// The number of the transaction while a predicate evaluates it; nil otherwise.
  ///
  /// Such a token is after another if the other does not cover the transaction. Positions in other
  /// stores do not count.
  private var evaluated: Int64?

  init(_ store: String, _ positions: [String: Position]) {
    self.store = store
    self.positions = positions
  }

  /// Returns the tokens of some stores, each with the positions in all of them.
  static func joined(_ tokens: [String: any HistoryToken]) -> [String: any HistoryToken] {
    let positions = tokens.compactMapValues { token in
      (token as? DefaultHistoryToken).flatMap { $0.positions[$0.store] }
    }
    return tokens.mapValues { token in
      guard let own = token as? DefaultHistoryToken else { return token }
      return DefaultHistoryToken(own.store, positions)
    }
  }

  /// The token in the evaluation of a predicate.
  ///
  /// - Parameter number: The number of the transaction that has the token.
  func evaluated(as number: Int64) -> DefaultHistoryToken {
    var token = self
    token.evaluated = number
    return token
  }

  /// The identifier of the store whose transaction has the token.
  ///
  /// The token also states the positions in the other stores of the container; see ``tokenValue``.
  public var storeIdentifier: String { store }

  /// The number of the last transaction of each store, by the store's identifier.
  public var tokenValue: [String: Int64]? { positions.mapValues(\.number) }

  /// A number that equal tokens have in common, in every process.
  public var id: Int {
    let text = sorted.map { "\($0.store) \($0.order)" }.joined(separator: "\n")
    let bytes = Digest(of: Array(text.utf8)).bytes.prefix(8)
    return Int(truncatingIfNeeded: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Whether a token precedes another.
  ///
  /// The predicate of a fetch compares store by store: the token of a transaction is after another
  /// token if its number is greater than the other's number for this store. The clocks of programs
  /// have no influence. Elsewhere the sums of the numbers are compared; tokens of one fetch ascend.
  /// The order of tokens with equal sums is arbitrary, but the same in every process.
  public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    switch (left.evaluated, right.evaluated) {
    case (let number?, nil): return right.covers(number, of: left.store) && left != right
    case (nil, let number?): return !left.covers(number, of: right.store)
    default: break
    }
    let sums = (left.sum, right.sum)
    if sums.0 != sums.1 { return sums.0 < sums.1 }
    return left.sorted.lexicographicallyPrecedes(right.sorted) {
      ($0.store, $0.order) < ($1.store, $1.order)
    }
  }

  /// Whether two tokens are equal.
  public static func == (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    guard left.store == right.store else { return false }
    let isEvaluated = (left.evaluated == nil) != (right.evaluated == nil)
    return isEvaluated
      ? left.positions[left.store] == right.positions[right.store]
      : left.positions == right.positions
  }

  /// Hashes the position in the token's own store.
  public func hash(into hasher: inout Hasher) { hasher.combine(positions[store]) }

  /// Whether a transaction is at the position or before it; a store without a position is at its
  /// beginning.
  func covers(_ number: Int64, of store: String) -> Bool {
    number <= positions[store]?.number ?? 0
  }

  private var sum: Int64 {
    positions.values.reduce(0) { sum, position in
      let (result, overflow) = sum.addingReportingOverflow(position.number)
      return overflow ? .max : result
    }
  }

  private var sorted: [(store: String, order: String)] {
    positions.map { store, position in
      let origin = position.origin.map { "\(UUIDText.text($0.lineage)) \($0.digest.text)" } ?? ""
      return (store, "\(position.number) \(origin)")
    }.sorted { $0.store < $1.store }
  }
}

extension DefaultHistoryToken: Codable {
  private struct Record: Codable {
    var store: String
    var number: Int64
    var lineage: String?
    var digest: String?
  }

  private enum CodingKeys: String, CodingKey {
    case store, positions
  }

  /// Reads a token.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var positions: [String: Position] = [:]
    for record in try container.decode([Record].self, forKey: .positions) {
      guard let position = Self.position(record), positions[record.store] == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .positions, in: container,
          debugDescription: "the position in the store \(record.store) is no place in a history")
      }
      positions[record.store] = position
    }
    self.init(try container.decode(String.self, forKey: .store), positions)
  }

  private static func position(_ record: Record) -> Position? {
    if record.number == 0 {
      return record.lineage == nil && record.digest == nil ? Position() : nil
    }
    guard record.number > 0, record.number <= CanonicalJSON.largestExactInteger,
      let lineage = record.lineage.flatMap({ try? UUIDText.parse($0) }),
      let digest = record.digest.flatMap({ Digest(text: $0) })
    else { return nil }
    return Position(number: record.number, origin: Origin(lineage: lineage, digest: digest))
  }

  /// Writes the store and the positions, in the order of the stores' identifiers.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
    let records = positions.sorted { $0.key < $1.key }.map { store, position in
      Record(
        store: store, number: position.number,
        lineage: position.origin.map { UUIDText.text($0.lineage) },
        digest: position.origin?.digest.text)
    }
    try container.encode(records, forKey: .positions)
  }
}
