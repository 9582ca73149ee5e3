import DocumentTables

/// The times of the last changes of objects, from the document's history.
struct ChangeStamps {
  private var stamps: [ObjectKey: String] = [:]
  /// The time of the first transaction, for objects that none of the kept ones changed.
  private var first: String?
  private(set) var last: String?

  /// - Parameter keys: The keys of the objects, ascending.
  init(_ history: History?, of keys: [ObjectKey]) {
    guard let history else { return }
    // A migration changes objects, but nothing that a person sees.
    for transaction in history.transactions where transaction.migratedFrom == nil {
      let stamp = Self.text(transaction.time)
      first = first ?? stamp
      last = stamp
      // A hostile run of keys is long; the objects that exist are few.
      for run in transaction.groups.lazy.flatMap(\.keys.runs) {
        var index = Self.index(of: run.lowerBound, in: keys)
        while index < keys.count, keys[index] <= run.upperBound {
          stamps[keys[index]] = stamp
          index += 1
        }
      }
    }
  }

  subscript(key: ObjectKey) -> String? { stamps[key] ?? first }

  private static func index(of key: ObjectKey, in keys: [ObjectKey]) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func text(_ seconds: Double) -> String {
    let limit = Double(DateText.endSecond - 1)
    let bounded = min(max(seconds, Double(DateText.firstSecond)), limit)
    return CalendarTime.local(
      bounded.isNaN ? 0 : Int64(bounded.rounded(.down)), isUTC: true
    ).text
  }
}
