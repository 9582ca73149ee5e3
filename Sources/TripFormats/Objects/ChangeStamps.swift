import DocumentTables

/// The times of the last changes of objects, from the document's history: seconds since
/// 2001-01-01T00:00:00Z.
struct ChangeStamps {
  private var stamps: [ObjectKey: Int64] = [:]
  /// The time of the first transaction, for objects that none of the kept ones changed.
  private var first: Int64?
  private(set) var last: Int64?

  /// - Parameter keys: The keys of the objects, ascending.
  init(_ history: History?, of keys: [ObjectKey]) {
    guard let history else { return }
    // A migration changes objects, but nothing that a person sees.
    for transaction in history.transactions where transaction.migratedFrom == nil {
      let stamp = Self.second(of: transaction.time)
      first = first ?? stamp
      last = stamp
      // A hostile run of keys is long; the objects that exist are few.
      for run in transaction.groups.lazy.flatMap(\.keys.runs) {
        var index = keys.prefixCount(while: { $0 < run.lowerBound })
        while index < keys.count, keys[index] <= run.upperBound {
          stamps[keys[index]] = stamp
          index += 1
        }
      }
    }
  }

  subscript(key: ObjectKey) -> Int64? { stamps[key] ?? first }

  private static func second(of time: Double) -> Int64 {
    let limit = Double(DateText.endSecond - 1)
    let bounded = min(max(time, Double(DateText.firstSecond)), limit)
    return bounded.isNaN ? 0 : Int64(bounded.rounded(.down))
  }
}
