import DocumentTables

extension ExtensionRecord {
  /// Returns a record that a document keeps of reservations with other content; nil for any other record.
  ///
  /// Names of types and members that schema.org and this library define, words of schema.org, zones of the IANA
  /// database and the folders of an archive stay, so the copy can be written as reservations.
  ///
  /// - Parameter replacement: As in ``replacingContent(in:_:)``.
  func replacingReservationContent(_ replacement: (Tree) -> Tree) -> ExtensionRecord? {
    guard ReservationRecords.isOwn(self), case .object(let members) = value else { return nil }
    return withoutActuallyEscaping(replacement) { replacement in
      let content = ReservationContentReplacement(replacement: replacement)
      var record = self
      record.value = .object(
        members.map { TreeMember($0.name, content.replaced(member: $0.name, of: $0.value)) })
      return record
    }
  }
}

/// The replacement of what nodes say.
private struct ReservationContentReplacement {
  let replacement: (Tree) -> Tree

  /// Returns the replacement of a member of a record.
  func replaced(member name: String, of value: Tree) -> Tree {
    switch (name, value) {
    case ("timeZone", _), (FloatingZone.member, _), ("isArchive", _), (MadeFields.member, _):
      return value
    case ("folder", .text(let folder)): return .text(replaced(folder: folder))
    case ("entries", .array(let entries)):
      return .array(entries.map { replacing("name", of: $0) { .text(replaced(entry: $0)) } })
    case ("nodes", .array(let items)), ("containers", .array(let items)):
      return .array(items.map(replaced(place:)))
    case ("identity", .text(let text)), ("file", .text(let text)), ("trip", .text(let text)):
      return .text(replaced(identity: text))
    case ("known", .array(let items)), ("identities", .array(let items)):
      return .array(items.map { $0.textValue.map { .text(replaced(identity: $0)) } ?? $0 })
    default: return replaced(value)
    }
  }

  private func replacing(_ name: String, of tree: Tree, _ change: (String) -> Tree) -> Tree {
    tree[name]?.textValue.map { tree.replacing(name, with: change($0)) } ?? tree
  }

  /// Returns a node or container with its place, which says where in the file it was.
  private func replaced(place tree: Tree) -> Tree {
    guard let node = tree["node"] else { return tree }
    return tree.replacing("node", with: replaced(node))
  }

  /// An attachment's name has the number of its folder replaced as a text, too.
  private func replaced(folder: String) -> String {
    let parts = folder.parts(dividedBy: "/", omittingEmpty: false).map(String.init)
    return parts.enumerated().map { $0 < 2 ? $1 : text($1) }.joined(separator: "/")
  }

  /// Returns the name of an entry in the same folder of the archive and with the same ending.
  private func replaced(entry name: String) -> String {
    var parts = name.parts(dividedBy: "/", omittingEmpty: false).map(String.init)
    guard let last = parts.popLast() else { return name }
    let dot = last.lastIndex(of: ".").flatMap { $0 == last.startIndex ? nil : $0 } ?? last.endIndex
    // The first part is a folder that the format defines.
    parts = parts.enumerated().map { $0 == 0 ? $1 : text($1) }
    return (parts + [text(String(last[..<dot])) + last[dot...]]).joined(separator: "/")
  }

  /// Returns an identity with the same type or kind in front.
  private func replaced(identity: String) -> String {
    for beginning in ["reservation:", "sha256:"] where identity.begins(with: beginning) {
      return beginning
        + text(String(decoding: identity.utf8.dropFirst(beginning.utf8.count), as: UTF8.self))
    }
    var parts = identity.parts(dividedBy: "\t", omittingEmpty: false).map(String.init)
    guard parts.count > 1 else { return word(identity) }
    for index in parts.indices.dropFirst() { parts[index] = word(parts[index]) }
    return parts.joined(separator: "\t")
  }

  // MARK: Nodes

  /// Returns a value of a node with other leaves.
  private func replaced(_ tree: Tree, named name: String = "") -> Tree {
    // Recursion is bounded: readers limit the depth of trees to 64.
    switch tree {
    case .text(let text):
      switch name {
      case "@type", "type": return .text(Self.isType(text) ? text : self.text(text))
      case "timezone": return .text(KnownZone(text) == nil ? self.text(text) : text)
      default: return .text(word(text))
      }
    case .double(let number) where name == "latitude" || name == "longitude":
      guard case .double(let other) = replacement(tree) else { return .double(number) }
      return .double(other.truncatingRemainder(dividingBy: name == "latitude" ? 90 : 180))
    case .array(let items): return .array(items.map { replaced($0, named: name) })
    case .object(let members):
      return .object(
        members.map { member in
          TreeMember(
            ReservationNames.isDefined(member.name) ? member.name : text(member.name),
            replaced(member.value, named: member.name))
        }.sorted { utf8Precedes($0.name, $1.name) })
    default: return replacement(tree)
    }
  }

  /// Whether a text is the name of a type that is read or written.
  private static func isType(_ text: String) -> Bool {
    if isOfSchemaOrg(text) { return true }
    return text.utf8.count <= TripSchema.longestName && ReservationNames.types.contains(text)
  }

  /// Whether a text is a name in the namespace of schema.org, or the namespace.
  private static func isOfSchemaOrg(_ text: String) -> Bool {
    if text.isSpelled("http://schema.org") || text.isSpelled("https://schema.org") { return true }
    for beginning in ["http://schema.org/", "https://schema.org/", "schema:"]
    where text.begins(with: beginning) {
      let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
      return text.utf8.dropFirst(beginning.utf8.count).allSatisfy { letters.contains($0 | 0x20) }
    }
    return false
  }

  /// Returns a text with other letters; a name of schema.org stays, and a day and a time are moved.
  private func word(_ text: String) -> String {
    if Self.isOfSchemaOrg(text) { return text }
    let beginning = String(decoding: text.utf8.prefix(DayText.length), as: UTF8.self)
    let rest = String(decoding: text.utf8.dropFirst(DayText.length), as: UTF8.self)
    if rest.isEmpty || rest.begins(with: "T"), let day = try? DayText.parse(beginning),
      case .day(let moved) = replacement(.day(day))
    {
      return DayText.text(moved) + rest
    }
    return self.text(text)
  }

  private func text(_ text: String) -> String { replacement(.text(text)).textValue ?? "" }
}
