import DocumentFile
import DocumentTables

// The files that nodes make: a JSON text, or an archive.
extension ReservationWriter {
  // MARK: Text

  mutating func text(_ outputs: [Output]) -> [UInt8] {
    let files = textFiles(outputs)
    var tree: Tree
    if files.count == 1, let file = files.first {
      let new = outputs.filter { !($0.origin?.file.isSpelled(file.identity) ?? false) }.map(\.tree)
      tree = self.tree(of: file, outputs).value(adding: new.map(Self.withContext))
    } else {
      let kept = files.flatMap(\.nodes).map(\.tree)
      tree = .members([
        "@context": .text("https://schema.org"),
        "@graph": .array(kept + outputs.map(\.tree)),
      ])
    }
    return JSONLayout.bytes(of: tree)
  }

  private func textFiles(_ outputs: [Output]) -> [ReservationRecords.File] {
    records.files.filter { !$0.isArchive && !isEmpty($0, outputs) }
  }

  /// The number of nodes that are kept, and of objects with members around nodes, that are not written.
  private func unwrittenComponents(_ outputs: [Output]) -> Int {
    let files = records.files.filter { $0.isArchive != isArchive || isEmpty($0, outputs) }
    // The nodes of several files are written, but in one graph.
    let texts = isArchive ? [] : textFiles(outputs)
    let containers = (files + (texts.count > 1 ? texts : [])).flatMap(\.containers)
    return files.reduce(0) { $0 + $1.nodes.count }
      + containers.count { container in
        guard case .object(let members)? = container.tree else { return false }
        return members.contains {
          !["@context", "@type", "type", container.member].contains($0.name)
        }
      }
  }

  /// Whether all that was in a file has been deleted, or is not selected.
  private func isEmpty(_ file: ReservationRecords.File, _ outputs: [Output]) -> Bool {
    !file.known.isEmpty && !outputs.contains { $0.origin?.file.isSpelled(file.identity) ?? false }
  }

  private static func withContext(_ node: Tree) -> Tree {
    node["@context"] == nil
      ? node.replacing("@context", with: .text("https://schema.org")) : node
  }

  // MARK: Archive

  mutating func archive(_ outputs: [Output]) throws(DocumentError) -> [UInt8] {
    var entries: [(name: String, bytes: [UInt8])] = []
    var names: Set<String> = []
    func add(_ name: String, _ bytes: @autoclosure () -> [UInt8]) {
      if names.insert(name).inserted { entries.append((name, bytes())) }
    }
    let files = records.files.filter { $0.isArchive && !isEmpty($0, outputs) }
    for file in files {
      let trees = self.tree(of: file, outputs).entries()
      for (index, name) in file.entryNames.sorted(by: { $0.key < $1.key }) {
        if let value = trees[index]?.value(at: [index]) { add(name, JSONLayout.bytes(of: value)) }
      }
    }
    var numbers: [ObjectKey: Int] = [:]
    for output in outputs where output.entry == nil {
      guard let key = output.object else { continue }
      let isTrip = output.tree["elements"] != nil
      let number = numbers[key, default: 0]
      numbers[key] = number + 1
      let node =
        isTrip
        ? output.tree : output.tree.replacing("@context", with: .text("http://schema.org"))
      add(entryName(key, number, isTrip: isTrip), JSONLayout.bytes(of: node))
    }
    let attachments = records.attachments(tables.keptParts)
    for file in files {
      guard let folder = file.folder else { continue }
      for part in attachments[folder] ?? [] {
        let name = String(part.name.dropFirst(folder.count))
        if !names.contains(name) { writtenAttachments.insert(part.name) }
        add(name, part.bytes)
      }
    }
    return try OtherArchive(entries: entries).written()
  }

  // MARK: Losses

  /// What the file does not contain, as sentences.
  func notes(_ outputs: [Output]) -> [String] {
    // The nodes of a file that was read keep their places in it.
    var unwritten = objects.unwritten(
      holdsRecord: ReservationRecords.isOwn,
      holdsAttachment: { writtenAttachments.contains($0.name) },
      keepsOrders: { !hasImportedParts($0) })
    unwritten.keptComponents = unwrittenComponents(outputs)
    return unwritten.notes(for: isArchive ? "archives of KDE Itinerary" : "JSON-LD files")
  }
}
