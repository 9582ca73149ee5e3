/// The objects of a keyed archive as dictionaries with a class name; nothing is instantiated.
struct KeyedArchive {
  typealias Problem = BinaryPropertyList.Problem
  typealias Reference = BinaryPropertyList.Reference

  let list: BinaryPropertyList
  /// The archived objects, by the number that the archive's references have.
  private let objects: [Reference]
  /// The number of the root object.
  let root: Int

  /// Returns nil if the property list is none of an archive.
  init?(_ list: BinaryPropertyList) {
    guard case .dictionary(let members) = list[list.top] else { return nil }
    var objects: [Reference]?
    var root: Int?
    for (key, value) in members {
      guard case .text(let name) = list[key] else { continue }
      switch (name, list[value]) {
      case ("$objects", .list(let found)): objects = found
      case ("$top", .dictionary(let top)):
        // The root is called `root`; other archives have one object of another name.
        let roots = top.compactMap { key, value -> (String, Int)? in
          guard case .text(let name) = list[key], case .uid(let number) = list[value] else {
            return nil
          }
          return (name, number)
        }
        root = (roots.first { $0.0 == "root" } ?? roots.first)?.1
      default: break
      }
    }
    guard let objects, let root else { return nil }
    self.list = list
    self.objects = objects
    self.root = root
  }

  /// Returns an archived object; a number that no object has is null, and so is the first object.
  subscript(number: Int) -> BinaryPropertyList.Object {
    guard number > 0, objects.indices.contains(number) else { return .null }
    return list[objects[number]]
  }

  /// An object with members.
  struct Instance {
    /// The name of the class.
    var className: String?
    /// The names of the class and its superclasses.
    var classNames: Set<String>
    var members: [String: BinaryPropertyList.Object]

    func isKind(of name: String) -> Bool { classNames.contains(name) }
  }

  /// What was read before: very many objects may share one with many members, or a class with many superclasses.
  private final class Known {
    var instances: [Int: Instance] = [:]
    var classes: [Int: (name: String?, names: Set<String>)] = [:]
  }

  private let known = Known()

  /// Returns an object with its members; nil if it is a plain value.
  func instance(_ number: Int) -> Instance? {
    if let instance = known.instances[number] { return instance }
    guard case .dictionary(let pairs) = self[number] else { return nil }
    var members: [String: BinaryPropertyList.Object] = [:]
    for (key, value) in pairs {
      if case .text(let name) = list[key] { members[name] = list[value] }
    }
    guard case .uid(let kind)? = members["$class"] else { return nil }
    let classes = classNames(kind)
    let instance = Instance(className: classes.name, classNames: classes.names, members: members)
    known.instances[number] = instance
    return instance
  }

  private func classNames(_ number: Int) -> (name: String?, names: Set<String>) {
    if let classes = known.classes[number] { return classes }
    var classes: (name: String?, names: Set<String>) = (nil, [])
    guard case .dictionary(let pairs) = self[number] else { return classes }
    for (key, value) in pairs {
      switch (list[key], list[value]) {
      case (.text("$classname"), .text(let name)):
        classes.name = name
        classes.names.insert(name)
      case (.text("$classes"), .list(let list)):
        for entry in list {
          if case .text(let name) = self.list[entry] { classes.names.insert(name) }
        }
      default: break
      }
    }
    known.classes[number] = classes
    return classes
  }

  /// Returns the number of the object that a member refers to; nil for null and plain values.
  func number(_ object: BinaryPropertyList.Object?) -> Int? {
    guard case .uid(let number)? = object, number > 0 else { return nil }
    return number
  }

  /// Returns a text, plain or archived as an object of a string class.
  func text(_ object: BinaryPropertyList.Object?) -> String? {
    switch object {
    case .text(let text): return text
    case .uid(let number):
      if case .text(let text) = self[number] { return text }
      if case .text(let text)? = instance(number)?.members["NS.string"] { return text }
      return nil
    default: return nil
    }
  }

  /// Returns an integer, plain or by reference.
  func integer(_ object: BinaryPropertyList.Object?) -> Int64? {
    switch object {
    case .integer(let number): return number
    case .bool(let value): return value ? 1 : 0
    case .uid(let number):
      if case .integer(let number) = self[number] { return number }
      return nil
    default: return nil
    }
  }

  func bool(_ object: BinaryPropertyList.Object?) -> Bool? { integer(object).map { $0 != 0 } }

  /// Returns the numbers of the objects of an array or set; empty for everything else.
  func elements(_ object: BinaryPropertyList.Object?) -> [Int] {
    switch object {
    case .list(let entries):
      return entries.compactMap { number(list[$0]) }
    case .uid(let number):
      guard let members = instance(number)?.members else {
        if case .list(let entries) = self[number] {
          return entries.compactMap { self.number(list[$0]) }
        }
        return []
      }
      // A dictionary with known keys keeps its values in an array of its own.
      if let values = members["values"], members["NS.objects"] == nil {
        guard let inner = self.number(values), inner != number,
          let objects = instance(inner)?.members["NS.objects"], case .list(let entries) = objects
        else { return [] }
        return entries.compactMap { self.number(list[$0]) }
      }
      guard case .list(let entries)? = members["NS.objects"] else { return [] }
      return entries.compactMap { self.number(list[$0]) }
    default: return []
    }
  }
}
