import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables

/// The losses of several documents, as one JSON text with one loss per line.
///
///     {"files":[
///     {"file":"a.trips","from":"4.0.0","losses":[
///     {"entity":"Trip", …}
///     ],"overwritten":[],"to":"3.0.0"}
///     ],"version":1}
///
/// `overwritten` lists the values that were deleted or replaced when carried data was restored.
///
/// Each entry is written before its document: a document whose losses cannot be reported is not
/// written.
struct LossReport {
  private static let opening = Array("{\"files\":[".utf8)

  private let output: SideOutput
  /// Whether no entry was written.
  private(set) var isEmpty = true
  private var ending: [UInt8] { Array(((isEmpty ? "" : "\n") + "],\"version\":1}\n").utf8) }

  /// - Throws: ``CommandFailure`` if the report cannot be created.
  init(_ target: WriteTarget) throws(CommandFailure) { output = try SideOutput(target) }

  /// Adds a document, without losses if no stage has changed it.
  ///
  /// - Throws: ``CommandFailure``; the report then stays as it was.
  mutating func add(_ document: any MigratedRows) throws(CommandFailure) {
    let isFirst = isEmpty
    isEmpty = false
    do throws(CommandFailure) {
      try output.append(ending: ending) { (sink) throws(DocumentError) in
        if isFirst { try sink(Self.opening) }
        try Self.write(document, isFirst: isFirst, to: sink)
      }
    } catch {
      isEmpty = isFirst
      throw error
    }
  }

  /// Completes the report and, if it is a file, moves it into place.
  ///
  /// - Parameter written: As in ``SideOutput/finish(beside:)``.
  func finish(beside written: Message? = nil) throws(CommandFailure) {
    if isEmpty {
      try output.append(ending: ending) { (sink) throws(DocumentError) in try sink(Self.opening) }
    }
    try output.finish(beside: written)
  }

  /// Completes a report that has entries, after the command has failed.
  ///
  /// - Returns: The failure of the command, with that of the report if there is one.
  func finish(after error: any Error) -> any Error {
    guard !isEmpty else { return error }
    do {
      try finish()
      return error
    } catch let other {
      guard var failure = error as? CommandFailure else { return error }
      failure.messages += other.messages
      return failure
    }
  }

  private static func write<Failure: Error>(
    _ document: any MigratedRows, isFirst: Bool, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes = Array((isFirst ? "\n" : ",\n").utf8)
    func put(_ text: String, _ tree: Tree? = nil) {
      bytes.append(contentsOf: text.utf8)
      if let tree { CanonicalJSON.append(tree, to: &bytes) }
    }
    put("{\"file\":", .text(document.name))
    put(",\"from\":", document.versions.map { .text($0.from) } ?? .null)
    let lists = [
      ("losses", document.report.losses), ("overwritten", document.report.overwritten),
    ]
    for (name, list) in lists {
      put(",\"\(name)\":[")
      var isEmpty = true
      for item in list {
        put(isEmpty ? "\n" : ",\n", item.tree)
        isEmpty = false
        guard bytes.count >= 1 << 16 else { continue }
        try sink(DocumentError.printableJSON(bytes))
        bytes.removeAll(keepingCapacity: true)
      }
      put(isEmpty ? "]" : "\n]")
    }
    put(",\"to\":")
    put("", document.versions.map { .text($0.to) } ?? .null)
    put("}")
    try sink(DocumentError.printableJSON(bytes))
  }
}
