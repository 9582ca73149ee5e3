import DocumentTables
import ZipArchive

/// The rules over whole tables: those of the schema, and those of the content beside the rows.
struct TablesRules {
  let tables: Tables
  /// Returns whether a key belongs to an object.
  private let isObject: (ObjectKey) -> Bool

  init(_ tables: Tables) {
    self.init(tables) { tables.find($0) != nil }
  }

  /// Creates the rules for tables whose rows are not in memory.
  init(_ tables: Tables, isObject: @escaping (ObjectKey) -> Bool) {
    self.tables = tables
    self.isObject = isObject
  }

  /// Returns the keys in the content beside the rows for which the rules must know whether they
  /// belong to objects.
  static func keys(besideSchema tables: Tables) -> [ObjectKey] {
    tables.extensions.map(\.key) + tables.extensions.compactMap(\.anchor)
      + tables.keptParts.compactMap(\.anchor)
  }

  func check(
    maximum: Int, workers: WorkerCount = .standard,
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for finding in TablesCheck.findings(tables, limit: maximum, workers: workers) {
      try report(DocumentError(finding))
    }
    try checkBesideSchema(report)
  }

  /// Checks the content that no schema describes; a writer checks it as well, because a reader
  /// would reject the document.
  func checkBesideSchema(
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    if tables.nextKey > ObjectKeyRange.end {
      try report(DocumentError(.nextKey, "it is \(tables.nextKey): there are no keys left"))
    }
    try checkExtensions(report)
    try checkKeptParts(report)
    try checkTrees(report)
  }

  private func checkExtensions(
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var keys: Set<ObjectKey> = []
    for record in tables.extensions {
      if record.key >= tables.nextKey {
        try report(
          DocumentError(
            .nextKey, entity: record.entity, key: record.key, "it is \(tables.nextKey)"))
      }
      if !keys.insert(record.key).inserted || isObject(record.key) {
        try report(DocumentError(.keyUsedTwice, entity: record.entity, key: record.key))
      }
      try checkAnchor(record.anchor, of: record.entity, report)
    }
  }

  private func checkKeptParts(
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for part in tables.keptParts {
      if !AttachmentName.isPossible(part.name) {
        try report(
          DocumentError(.partName, part: part.name, "an attachment cannot have this name"))
      }
    }
    let names = tables.keptParts.map(\.name)
    for conflict in AttachmentNames(names).conflicts {
      try report(DocumentError(conflict, of: names))
    }
    for part in tables.keptParts { try checkAnchor(part.anchor, of: part.name, report) }
  }

  private func checkAnchor(
    _ anchor: ObjectKey?, of name: String,
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard let anchor, !isObject(anchor) else { return }
    try report(DocumentError(.anchorMissing, "\(name) belongs to \(anchor)"))
  }
}

extension TablesRules {
  /// Requires that the trees beside the records have few enough values to be read again (spec
  /// 3.12).
  ///
  /// A document that is migrated to an older version may lose more data than it can carry.
  private func checkTrees(
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

extension DocumentError {
  /// An error for a name that an attachment cannot have because of another one's.
  ///
  /// - Parameter names: The names of all attachments, in their order.
  init(_ conflict: AttachmentNames.Conflict, of names: [String]) {
    let (name, other) = (names[conflict.index], names[conflict.other])
    self.init(
      .partName, part: name,
      conflict.isFolder
        ? "it is the name of the folder that \(other) is in"
        : name.utf8.elementsEqual(other.utf8)
          ? "another attachment has this name"
          : "the name of \(other) differs only in case or in its normal form")
  }

  init(_ finding: TableFinding) {
    self.init(
      Code(finding.rule.rawValue), entity: finding.entity, key: finding.key,
      property: finding.property, finding.detail, underlying: finding)
  }
}
