import DocumentFile
import DocumentTables
import TripDocuments

/// Opening and parsing.
enum OpeningTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "open", arity: 1, work: open),
      MeasuredTask(name: "parse", arity: 1, work: parse),
      MeasuredTask(name: "digest", arity: 1, work: digest),
      MeasuredTask(name: "find", arity: 2, work: find),
    ]
  }

  private static func open(_ arguments: MeasuredTask.Arguments) async throws {
    keep(try await Figures.measure { try await arguments.series.document(arguments[0]) })
  }

  /// A flat document that is in memory already: everything but the file.
  private static func parse(_ arguments: MeasuredTask.Arguments) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[0])))
    keep(try Figures.measure { try DocumentFile.read(.bytes(bytes), workers: .one) })
  }

  /// The digests alone that opening takes of a file.
  private static func digest(_ arguments: MeasuredTask.Arguments) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[0])))
    keep(Figures.measure { Digest(of: bytes) })
  }

  /// The trip of a name, from a file that nothing else has opened.
  private static func find(_ arguments: MeasuredTask.Arguments) async throws {
    let count = try await Figures.measure {
      try await arguments.series.countTrips(named: arguments[1], in: arguments[0])
    }
    guard count > 0 else {
      throw ChildProcess.Failure(words: "no trip is named \(arguments[1])")
    }
  }
}
