import ArgumentParser
import DocumentTables

/// What a history keeps of each save, as an argument.
enum HistoryDetail: String, CaseIterable, ExpressibleByArgument {
  case values, names, none

  var policy: HistoryPolicy {
    switch self {
    case .values: HistoryPolicy(.values, transactions: 1000, bytes: 4 << 20)
    case .names: .ofStores
    case .none: .none
    }
  }
}
