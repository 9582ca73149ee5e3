import DocumentTables

/// Property lists and keyed archives of plain values as typed trees.
///
/// Knows the classes of Foundation whose values a tree can hold. An archive with any other class has no
/// tree, because its meaning is that of the app's code.
enum ArchivedTree {
  /// Values of one archive: objects that occur in many places are written out in each.
  private static let largestCount = 1_000_000
  private static let deepest = 64

  /// Returns the tree of a binary property list; nil if the bytes are none, or not one of plain values.
  static func tree(of bytes: [UInt8], largestCount: Int = largestCount) -> Tree? {
    var limits = BinaryPropertyList.Limits()
    limits.objects = largestCount
    guard BinaryPropertyList.begins(bytes),
      let list = try? BinaryPropertyList(bytes, limits: limits)
    else { return nil }
    var reader = Reader(list: list, archive: KeyedArchive(list), rest: largestCount)
    if let archive = reader.archive { return reader.archived(archive.root, 0) }
    return reader.plain(list.top, 0)
  }

  private struct Reader {
    let list: BinaryPropertyList
    let archive: KeyedArchive?
    var rest: Int

    private mutating func enter(_ depth: Int) -> Bool {
      rest -= 1
      return rest >= 0 && depth <= ArchivedTree.deepest
    }

    /// Recursion: `enter` ends it below 64 levels.
    mutating func plain(_ reference: Int, _ depth: Int) -> Tree? {
      guard enter(depth) else { return nil }
      switch list[reference] {
      case .list(let items):
        var trees: [Tree] = []
        for item in items {
          guard let tree = plain(item, depth + 1) else { return nil }
          trees.append(tree)
        }
        return .array(trees)
      case .dictionary(let pairs):
        var entries: [(Tree, Tree)] = []
        for (key, value) in pairs {
          guard let key = plain(key, depth + 1), let value = plain(value, depth + 1) else {
            return nil
          }
          entries.append((key, value))
        }
        return Self.dictionary(entries)
      case let scalar: return self.scalar(scalar)
      }
    }

    private func scalar(_ object: BinaryPropertyList.Object) -> Tree? {
      switch object {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .unsigned(let value): .number(value)
      case .real(let value): .double(value)
      case .date(let seconds): .date(seconds)
      case .data(let range): .data(Array(list.bytes[range]))
      case .text(let text): .text(text)
      case .uid, .list, .dictionary: nil
      }
    }

    /// Recursion: `enter` ends it below 64 levels.
    mutating func archived(_ number: Int, _ depth: Int) -> Tree? {
      guard enter(depth), let archive else { return nil }
      guard number > 0 else { return .null }
      guard let instance = archive.instance(number) else {
        switch archive[number] {
        case .text("$null"): return .null
        case .list, .dictionary, .uid: return nil
        case let object: return scalar(object)
        }
      }
      let members = instance.members
      func has(_ names: String...) -> Bool { names.contains(where: instance.isKind(of:)) }
      if has("NSDictionary", "NSMutableDictionary") {
        guard case .list(let keys)? = members["NS.keys"],
          case .list(let values)? = members["NS.objects"], keys.count == values.count
        else { return nil }
        var entries: [(Tree, Tree)] = []
        for (key, value) in zip(keys, values) {
          guard let key = element(key, depth), let value = element(value, depth) else { return nil }
          entries.append((key, value))
        }
        return Self.dictionary(entries)
      }
      if has("NSArray", "NSSet", "NSOrderedSet") {
        guard case .list(let items)? = members["NS.objects"] else { return nil }
        var trees: [Tree] = []
        for item in items {
          guard let tree = element(item, depth) else { return nil }
          trees.append(tree)
        }
        return .array(trees)
      }
      if has("NSString") { return archive.text(.uid(number)).map { .text($0) } }
      if has("NSDate"), case .real(let seconds)? = members["NS.time"] { return .date(seconds) }
      if has("NSData") {
        guard case .data(let range)? = members["NS.data"] ?? members["NS.bytes"] else { return nil }
        return .data(Array(list.bytes[range]))
      }
      if has("NSUUID"), case .data(let range)? = members["NS.uuidbytes"], range.count == 16 {
        return .uuid(list.bytes[range].reduce(0) { $0 << 8 | UInt128($1) })
      }
      if has("NSURL") {
        guard archive.number(members["NS.base"]) == nil,
          let text = archive.text(members["NS.relative"])
        else { return nil }
        return (try? URLText.parse(text)) == nil ? .text(text) : .spelled(.url, text)
      }
      if has("NSNull") { return .null }
      return nil
    }

    private mutating func element(_ reference: Int, _ depth: Int) -> Tree? {
      guard case .uid(let number) = list[reference] else { return plain(reference, depth + 1) }
      return archived(number, depth + 1)
    }

    /// An object if all keys are texts, else a list of keys and values, as `DocumentData` stores one.
    private static func dictionary(_ entries: [(Tree, Tree)]) -> Tree? {
      var members: [String: Tree] = [:]
      for (key, value) in entries {
        guard case .text(let name) = key else {
          return .array(
            entries.map { .object([TreeMember("key", $0.0), TreeMember("value", $0.1)]) })
        }
        guard members.updateValue(value, forKey: name) == nil else { return nil }
      }
      return .members(members)
    }
  }
}
