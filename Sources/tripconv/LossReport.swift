import DocumentData
import DocumentTables

/// What several documents lost, as one JSON text with one loss on each line.
///
///     {"files":[
///     {"file":"a.trips","from":"4.0.0","losses":[
///     {"entity":"Trip", …}
///     ],"to":"3.0.0"}
///     ],"version":1}
struct LossReport {
  private struct File {
    let name: String
    let report: MigrationReport
  }

  private var files: [File] = []

  /// Takes a document in; one that no stage has changed is listed without losses.
  mutating func add(_ document: OpenedDocument) {
    files.append(File(name: document.name, report: document.report))
  }

  func write<Failure: Error>(to sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    var text = "{\"files\":["
    for (index, file) in files.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      let stages = file.report.stages
      text += "{\"file\":\(Self.json(.text(file.name)))"
      text += ",\"from\":\(Self.json(stages.first.map { .text($0.fromVersion.description) }))"
      text += ",\"losses\":["
      try sink(Array(text.utf8))
      var isFirst = true
      for stage in stages {
        for loss in stage.losses {
          try sink(Array((isFirst ? "\n" : ",\n").utf8) + CanonicalJSON.bytes(of: loss.loss.report))
          isFirst = false
        }
      }
      text = (isFirst ? "]" : "\n]")
      text += ",\"to\":\(Self.json(stages.last.map { .text($0.toVersion.description) }))}"
    }
    text += (files.isEmpty ? "]" : "\n]") + ",\"version\":1}\n"
    try sink(Array(text.utf8))
  }

  private static func json(_ tree: Tree?) -> String {
    String(decoding: CanonicalJSON.bytes(of: tree ?? .null), as: UTF8.self)
  }
}
