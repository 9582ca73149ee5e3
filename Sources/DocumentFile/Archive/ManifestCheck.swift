import DocumentTables
import ZipArchive

/// The comparison of the manifest with the entries of the zip, with the schema, and with itself.
struct ManifestCheck {
  let manifest: Manifest
  let header: Header
  let encoding: DocumentEncoding
  /// The entries except the manifest itself.
  let entries: ArraySlice<ZipEntry>
  let limits: DocumentLimits
  let fileBytes: Int

  typealias Report = (DocumentError) throws(DocumentError) -> Void

  func run(_ report: Report) throws(DocumentError) {
    try checkEntries(report)
    try checkOrder(report)
    let hierarchies = Set(header.schema.hierarchies.map(\.name))
    for part in manifest.parts {
      if let problem = problem(of: part, hierarchies) { try report(problem) }
    }
    try checkAttachments(report)
    try checkRows(report)
  }

  /// Checks that a file system can hold all attachments.
  private func checkAttachments(_ report: Report) throws(DocumentError) {
    let names = manifest.parts.filter { $0.kind.isForeign && !$0.isIndex }.map(\.name)
    for conflict in AttachmentNames(names).conflicts {
      try report(DocumentError(conflict, of: names))
    }
  }

  /// Checks that every entry is listed exactly once, in the order of the entries, with its sizes.
  private func checkEntries(_ report: Report) throws(DocumentError) {
    // The names of entries in an archive are unique.
    let areSame =
      entries.count == manifest.parts.count
      && zip(entries, manifest.parts).allSatisfy {
        $0.name == $1.name && $0.rawSize == $1.rawSize && $0.storedSize == $1.storedSize
      }
    if areSame { return }
    var listed: [String: ManifestPart] = [:]
    for part in manifest.parts where listed.updateValue(part, forKey: part.name) != nil {
      try report(DocumentError(.manifestMalformed, part: part.name, "it is listed twice"))
    }
    for entry in entries {
      guard let part = listed.removeValue(forKey: entry.name) else {
        try report(DocumentError(.partUndeclared, part: entry.name))
        continue
      }
      if part.rawSize != entry.rawSize || part.storedSize != entry.storedSize {
        try report(
          DocumentError(
            .partSize, part: part.name,
            "stated are \(part.rawSize) raw and \(part.storedSize) stored, "
              + "there are \(entry.rawSize) and \(entry.storedSize)"))
      }
    }
    for name in listed.keys.sorted(by: utf8Precedes) {
      try report(DocumentError(.partMissing, part: name))
    }
    if zip(entries, manifest.parts).contains(where: { $0.name != $1.name }) {
      try report(DocumentError(.partOrder, "the manifest lists them in another order"))
    }
  }

  private func checkOrder(_ report: Report) throws(DocumentError) {
    for (previous, part) in zip(manifest.parts, manifest.parts.dropFirst()) {
      guard previous.kind.rank <= part.kind.rank else {
        try report(DocumentError(.partOrder, part: part.name, "it follows \(previous.name)"))
        continue
      }
      let isOrdered: Bool
      if let left = previous.chunk, let right = part.chunk {
        isOrdered =
          left.hierarchy == right.hierarchy
          ? left.range.last < right.range.start : utf8Precedes(left.hierarchy, right.hierarchy)
      } else if previous.kind == .external, part.kind == .external {
        isOrdered = utf8Precedes(previous.name, part.name)
      } else if let left = historyRank(of: previous), let right = historyRank(of: part) {
        isOrdered = left < right
      } else {
        isOrdered = true
      }
      if !isOrdered {
        try report(DocumentError(.partOrder, part: part.name, "it follows \(previous.name)"))
      }
    }
    for kind in [PartKind.mimetype, .header, .schema]
    where manifest.parts.count(where: { $0.kind == kind }) != 1 {
      try report(DocumentError(.partMissing, part: kind.rawValue))
    }
  }

  /// The place of a part among those of the history; nil for other parts and other names.
  private func historyRank(of part: ManifestPart) -> Int64? {
    guard part.kind == .history else { return nil }
    return part.name == PartName.historyState(encoding)
      ? -1 : PartName.start(ofHistoryRun: part.name, encoding)
  }

  /// Returns the error if a part's name does not match its description.
  private func problem(of part: ManifestPart, _ hierarchies: Set<String>) -> DocumentError? {
    let expected: String?
    switch part.kind {
    case .mimetype: expected = PartName.mimetype
    case .header: expected = PartName.header(encoding)
    case .schema: expected = PartName.schema(encoding)
    case .extensions: expected = PartName.extensions(encoding)
    case .carried: expected = PartName.carried(encoding)
    case .history:
      let isRun = PartName.start(ofHistoryRun: part.name, encoding) != nil
      expected = isRun ? part.name : PartName.historyState(encoding)
    case .data:
      guard let chunk = part.chunk, hierarchies.contains(chunk.hierarchy) else {
        return DocumentError(.partName, part: part.name, "the schema has no such hierarchy")
      }
      expected = PartName.data(hierarchy: chunk.hierarchy, range: chunk.range, encoding: encoding)
    case .external:
      expected = PartName.digest(ofExternal: part.name).map(PartName.external)
    // A reader of all records need not know which chunk an index belongs to, if any.
    case .derived where part.isIndex: expected = part.name
    case .keep, .derived: expected = AttachmentName.isValid(part.name) ? part.name : nil
    }
    guard let expected, expected.utf8.elementsEqual(part.name.utf8) else {
      return DocumentError(.partName, part: part.name, expected.map { "expected is \($0)" } ?? "")
    }
    return nil
  }

  /// Checks that the rows of parts and of entities add up to the same totals, within the limits.
  private func checkRows(_ report: Report) throws(DocumentError) {
    let manifestName = PartName.manifest(encoding)
    var names = Set(manifest.rows.keys)
    let chunks = Dictionary(grouping: manifest.parts.compactMap(\.chunk), by: \.hierarchy)
    for hierarchy in header.schema.hierarchies {
      let own = chunks[hierarchy.name, default: []]
      let entities = hierarchy.entities.compactMap { entity in
        names.remove(entity.name).flatMap { manifest.rows[$0] }
      }
      guard entities.count == hierarchy.entities.count,
        let stated = Manifest.total(entities), stated == Manifest.total(own.map(\.rows))
      else {
        try report(
          DocumentError(.manifestTotals, part: manifestName, "rows of \(hierarchy.name)"))
        continue
      }
    }
    if let name = names.min(by: utf8Precedes) {
      try report(
        DocumentError(
          .manifestTotals, part: manifestName, "\(name.quotedIfBlank) is no entity of the schema"))
    }
    guard let total = Manifest.total(manifest.parts.compactMap { $0.chunk?.rows }),
      total <= limits.objects
    else {
      // Always thrown, never only reported: the next step would decode the objects.
      throw DocumentError(.limitObjects, part: manifestName, "at most \(limits.objects)")
    }
    try ExpandedSizes(
      manifest: manifest, schema: header.schema, fileBytes: fileBytes, limits: limits
    ).check(part: manifestName)
  }
}
