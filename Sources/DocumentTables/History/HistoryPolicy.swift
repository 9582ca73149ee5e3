/// What a document's history records, and how much of it is kept (spec 11.2).
package struct HistoryPolicy: Hashable, Sendable {
  /// The detail of a transaction.
  package enum Detail: String, Hashable, Sendable, CaseIterable {
    /// Nothing is recorded.
    case none
    /// Objects and the names of their changed properties; of deleted objects also the values that
    /// are preserved on deletion.
    case names
    /// Also old and new values.
    case values
  }

  package var detail: Detail
  /// The most transactions; nil for no limit.
  package var transactions: Int?
  /// The most days that a transaction is kept; nil for no limit.
  package var days: Int?
  /// The most bytes of all transactions as canonical JSON; nil for no limit.
  package var bytes: Int?

  package init(
    _ detail: Detail, transactions: Int? = nil, days: Int? = nil, bytes: Int? = nil
  ) {
    self.detail = detail
    self.transactions = transactions
    self.days = days
    self.bytes = bytes
  }

  package static let none = HistoryPolicy(.none)
  /// The policy of a container's store if neither its file nor its program states one.
  package static let ofStores = HistoryPolicy(.names, transactions: 1000, bytes: 1 << 20)

  /// The policy as the header states it, an object of the format with its members in the order of
  /// its table (spec 3.14-3).
  package var tree: Tree {
    let bound = { (bound: Int?) in bound.map { Tree.integer(Int64($0)) } }
    return .stating([
      ("keeps", .text(detail.rawValue)), ("transactions", bound(transactions)),
      ("days", bound(days)), ("bytes", bound(bytes)),
    ])
  }

  /// Reads the form that ``tree`` writes.
  package init(tree: Tree) throws(HistoryProblem) {
    var members = try HistoryMembers(tree, of: "history")
    guard let detail = Detail(rawValue: try members.text("keeps")) else {
      throw HistoryProblem("keeps is not none, names or values")
    }
    self.init(
      detail, transactions: try members.optionalCount("transactions"),
      days: try members.optionalCount("days"), bytes: try members.optionalCount("bytes"))
    try members.finish()
  }
}
