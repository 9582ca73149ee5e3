import DocumentTables

extension Losses {
  /// Writes the losses as a JSON array with one object per line, passed to `sink` in pieces of
  /// bounded size (spec 10.7).
  package func report<Failure: Error>(
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes: [UInt8] = Array("[".utf8)
    var isFirst = true
    for loss in entriesByObject {
      bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
      isFirst = false
      CanonicalJSON.append(loss.report, to: &bytes)
      if bytes.count >= 1 << 16 {
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    bytes.append(contentsOf: "\n]\n".utf8)
    try sink(bytes)
  }
}

extension Loss {
  /// The object for this loss in the report.
  package var report: Tree {
    var members: [TreeMember] = [
      TreeMember("entity", .text(entity)),
      TreeMember("hierarchy", .text(hierarchy)),
      TreeMember("key", .integer(key)),
      TreeMember("kind", .text(kind.rawValue)),
      TreeMember("reason", .text(reason.rawValue)),
      TreeMember("recoverable", .bool(isRecoverable)),
      TreeMember("stage", stage.tree),
    ]
    if let guardValue { members.insert(TreeMember("guard", guardValue), at: 1) }
    if let property {
      let place = members.firstIndex { $0.name == "reason" } ?? members.endIndex
      members.insert(TreeMember("property", .text(property)), at: place)
    }
    if kind != .entity, kind != .added { members.append(TreeMember("value", value)) }
    return .object(members)
  }
}
