import DocumentTables

extension TablesRules {
  /// Requires that the trees beside the records are few enough values to be read again (spec 3.12).
  ///
  /// A document that goes to an older version may lose more than it can carry.
  func checkTrees(
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var count = 0
    var waiting = tables.carried
    for record in tables.extensions { waiting.append(record.value) }
    while let tree = waiting.popLast() {
      count += 1
      switch tree {
      case .array(let items): waiting.append(contentsOf: items)
      case .object(let members): waiting.append(contentsOf: members.lazy.map(\.value))
      default: break
      }
      if count + waiting.count > OpenTree.largestCount {
        try report(
          DocumentError(
            .limitTreePart,
            "what it carries beside its objects is more than \(OpenTree.largestCount) values; what "
              + "an older version cannot hold can be left out"))
        return
      }
    }
  }
}
