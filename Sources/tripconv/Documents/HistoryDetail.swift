import ArgumentParser
import DocumentTables

/// The detail of a history, as the value of an option or as a flag.
enum HistoryDetail: String, CaseIterable, ExpressibleByArgument, EnumerableFlag {
  case values, names, none

  static func help(for value: HistoryDetail) -> ArgumentHelp? {
    switch value {
    case .values: "Record old and new values."
    case .names: "Record names of objects and properties only."
    case .none: "Record nothing more."
    }
  }

  var policy: HistoryPolicy {
    switch self {
    case .values: HistoryPolicy(.values, transactions: 1000, bytes: 4 << 20)
    case .names: .ofStores
    case .none: .none
    }
  }
}
