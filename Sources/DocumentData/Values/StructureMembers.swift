import DocumentTables
import Synchronization

/// Finds the members of structures that key paths and stored properties lead to.
///
/// A key path has no names, and a property may be coded by another name. So a few values of the type are decoded, which differ in one member each:
///
///     address  latitude      \.latitude
///     "A"      1             1
///     ""       1             1
///     "A"      2             2       it leads to latitude
///
/// Only stored properties are looked for, and the values are such that a coding which changes what it decodes is
/// noticed (``ScalarType/telling``). Where no member is found, each object's value is read through the key path.
enum StructureMembers {
  /// Returns the position of the member that a key path leads to; nil if it leads to anything else.
  ///
  /// - Parameter structure: The structure that the schema states of the type.
  static func position<Root, Content>(
    of keyPath: KeyPath<Root, Content>, in type: any PersistentStructure.Type,
    _ structure: TableStructure
  ) -> Int? {
    // Nil for computed properties and subscripts. A program can make any number of these, so they are not kept.
    guard MemoryLayout<Root>.offset(of: keyPath) != nil else { return nil }
    let key = Key(keyPath: keyPath, structure: structure)
    if let known = positions.withLock({ $0[key] }) { return known }
    let coding = AttributeCoding.shared(Content.self)
    let found = search(type, structure) { example in
      (example as? Root).flatMap { try? coding?.encode($0[keyPath: keyPath]) }
    }
    positions.withLock { $0[key] = .some(found) }
    return found
  }

  /// Returns the position of the member that a stored property has; nil if it has none alone.
  static func position(
    ofProperty name: String, in type: any PersistentStructure.Type, _ structure: TableStructure
  ) -> Int? {
    search(type, structure) { example in
      guard
        let content = Mirror(reflecting: example).children.first(where: { $0.label == name })?.value
      else { return nil }
      return try? AttributeCodingFactory.coding(ofAny: Swift.type(of: content))?.encodeAny(content)
    }
  }

  private struct Key: Hashable, @unchecked Sendable {
    // Unchecked, because key paths are not marked Sendable: this one leads to a stored property, so it captures
    // nothing, and it is only compared.
    let keyPath: AnyKeyPath
    let structure: TableStructure
  }

  private static let positions = Mutex<[Key: Int?]>([:])

  /// - Parameter read: Returns a property of an example as a stored value.
  private static func search(
    _ type: any PersistentStructure.Type, _ structure: TableStructure, read: (Any) -> Value?
  ) -> Int? {
    let pairs = structure.members.map(\.tellingValues)
    var found: [Value] = []
    // The first example has the first value of all members; each other has the second value of one.
    for other in [nil] + structure.members.indices.map(Optional.some) {
      let values = pairs.enumerated().map { $0 == other ? $1.1 : $1.0 }
      guard let example = try? TreeDecoder.decode(type, from: structure.tree(of: values)),
        let value = read(example)
      else { return nil }
      found.append(value)
    }
    return structure.members.indices.first { position in
      let (first, second) = pairs[position]
      return first != second
        && found.enumerated().allSatisfy { $1 == ($0 == position + 1 ? second : first) }
    }
  }
}

extension TableAttribute {
  /// Two values that tell a member from others; the same value twice if there are no two.
  fileprivate var tellingValues: (Value, Value) {
    if let cases, let first = cases.first { return (first, cases.last ?? first) }
    switch type {
    case .scalar(let scalar): return scalar.telling
    case .array(let element, _):
      let (first, second) = element.telling
      return (.array([first, second, first]), .array([]))
    case .dictionary, .tree, .structure: return (.null, .null)
    }
  }
}
