import DocumentFile
import DocumentMigration
import DocumentTables

/// Conflicts of a merge in words: the object by its title, what each side did, and which was taken.
enum MergeConflictText {
  /// The maximum number of properties of an object that are printed.
  private static let mostProperties = 5

  /// Returns the warning for a merged document; nil if there are no conflicts.
  static func message(_ merged: MergedDocument, at place: String) -> Message? {
    let count = merged.conflicts.count
    guard count > 0 else { return nil }
    let sides = Set(merged.conflicts.map(\.conflict.winner))
    // Of more than two documents, each conflict has other sides.
    let hasNames = merged.names.count > 2
    let taken = sides.count == 1 && !hasNames ? sides.first.map { "; \($0) taken" } : nil
    return Message(
      .warning, "\(count) conflict\(count == 1 ? "" : "s")\(taken ?? ""):", at: place,
      details: Message.details(
        merged.conflicts.lazy.map { conflict in
          let sides = SideWords(conflict, hasNames: hasNames)
          let winner = conflict.conflict.settled.map { sides[$0] } ?? "base"
          return words(conflict, sides) + (taken == nil ? "; took \(winner)" : "")
        }, of: count))
  }

  /// What a report calls the sides: ours and theirs, or the files, if there are more than two.
  private struct SideWords {
    let ours: String
    let theirs: String

    init(_ conflict: MergedDocument.Conflict, hasNames: Bool) {
      ours = hasNames ? conflict.merged.joined(separator: " + ") : "ours"
      theirs = hasNames ? conflict.theirs : "theirs"
    }

    subscript(side: MergeSide) -> String { side == .ours ? ours : theirs }
  }

  private static func words(_ conflict: MergedDocument.Conflict, _ sides: SideWords) -> String {
    let property = conflict.conflict.property.map { name in
      conflict.conflict.kind == .part ? "" : ", \(name)"
    }
    return "\(object(conflict))\(property ?? ""): \(what(conflict, sides))"
  }

  /// Returns what a conflict is about, such as `Lisboa (Trip 5)`.
  private static func object(_ described: MergedDocument.Conflict) -> String {
    let conflict = described.conflict
    guard let key = conflict.key, let entity = conflict.entity else {
      switch conflict.kind {
      case .part: return "attachment \(conflict.property ?? "")"
      case .carried: return "what older versions lost"
      default: return "the documents"
      }
    }
    if conflict.kind == .extension { return "extension record \(entity) \(key)" }
    let name = "\(entity) \(key)"
    guard let title = described.title, title != name else { return name }
    return "\(title) (\(name))"
  }

  private static func what(
    _ described: MergedDocument.Conflict, _ sides: SideWords
  ) -> String {
    let conflict = described.conflict
    switch conflict.kind {
    case .value, .order, .foreign:
      let words = [conflict.ours, conflict.theirs, conflict.base].map { text($0, described) }
      let base = conflict.base.map { _ in ", base \(words[2])" } ?? ""
      return "\(sides.ours) \(words[0]), \(sides.theirs) \(words[1])\(base)"
    case .deletion:
      let (one, other) = conflict.ours == nil ? ("ours", "theirs") : ("theirs", "ours")
      let change = text(conflict.ours ?? conflict.theirs, described)
      return "\(one) deleted it, \(other) changed it: \(conflict.detail ?? change)"
    case .entity: return "both made it an object of another entity"
    case .extension, .part, .carried:
      if let detail = conflict.detail { return detail }
      if conflict.ours == nil { return "ours deleted it, theirs changed it" }
      if conflict.theirs == nil { return "theirs deleted it, ours changed it" }
      guard conflict.kind == .part else { return "both changed it" }
      return "both changed it: " + parts(conflict, sides)
    case .reference, .rule, .dependent:
      let side = conflict.settled == .ours ? conflict.theirs : conflict.ours
      let change = side.map { ", dropped \(text($0, described))" } ?? ""
      return (conflict.detail ?? "") + change
    }
  }

  /// Returns in what two attachments differ.
  private static func parts(_ conflict: ThreeWayConflict, _ sides: SideWords) -> String {
    let names = [("sha256", "content"), ("mediaType", "media type"), ("anchor", "object")]
    return names.compactMap { name, words -> String? in
      let values = [conflict.ours, conflict.theirs].map { $0?[name] }
      guard values[0] != values[1] else { return nil }
      if name == "sha256" { return words }
      let texts = values.map { $0.map(json) ?? "none" }
      return "\(words) \(sides.ours) \(texts[0]), \(sides.theirs) \(texts[1])"
    }.joined(separator: "; ")
  }

  private static func text(_ tree: Tree?, _ described: MergedDocument.Conflict) -> String {
    let conflict = described.conflict
    guard let tree else { return "none" }
    if let property = conflict.property, let entity = conflict.entity {
      return value(tree, property, entity, described.schema)
    }
    guard let entity = conflict.entity, case .object(let members) = tree else { return json(tree) }
    let shown = members.filter { !$0.value.isNull }.prefix(mostProperties).map { member in
      "\(member.name) \(value(member.value, member.name, entity, described.schema))"
    }
    return shown.joined(separator: ", ") + (members.count > shown.count ? ", …" : "")
  }

  private static func value(
    _ tree: Tree, _ property: String, _ entity: String, _ schema: TableSchema
  ) -> String {
    for owner in schema.lineage(of: entity) {
      if let attribute = owner.attribute(named: property) {
        guard let value = Value(tree, of: attribute.type) else { return json(tree) }
        if case .text(let text) = value { return json(.text(String(text.prefix(200)))) }
        return DifferenceWords.words(value, value, attribute, areBoth: false).old
      }
      if let relationship = owner.relationship(named: property) {
        switch tree {
        case .integer(let key): return "\(relationship.destination) \(key)"
        case .array(let items):
          let keys = items.compactMap(\.integerValue)
          return keys.isEmpty
            ? "empty" : keys.map { "\(relationship.destination) \($0)" }.joined(separator: ", ")
        default: return "none"
        }
      }
    }
    return json(tree)
  }

  private static func json(_ tree: Tree) -> String {
    let text = String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self)
    return text.unicodeScalars.count > 1000 ? String(text.prefix(1000)) + "…" : text
  }
}
