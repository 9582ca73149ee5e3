/// A builder of keyed archives: objects in the order in which an encoder meets them, each class after the
/// first object of it.
package struct KeyedArchive {
  package private(set) var objects: [PropertyList] = [.string("$null")]
  private var strings: [String: Int] = [:]
  private var classes: [String: Int] = [:]

  package init() {}

  /// The reference to nothing.
  package static let null = PropertyList.uid(0)

  /// Returns a reference to a text, which is stored once.
  package mutating func string(_ text: String?) -> PropertyList {
    guard let text else { return Self.null }
    if let known = strings[text] { return .uid(known) }
    strings[text] = objects.count
    objects.append(.string(text))
    return .uid(objects.count - 1)
  }

  /// Returns a reference to a value without a class.
  package mutating func value(_ value: PropertyList) -> PropertyList {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  /// Takes the next number for an object whose members follow.
  package mutating func reserve() -> Int {
    objects.append(Self.null)
    return objects.count - 1
  }

  /// Sets the members of a reserved object.
  ///
  /// - Parameter names: The class and its superclasses.
  package mutating func fill(
    _ number: Int, class names: [String], _ members: [String: PropertyList]
  ) {
    var members = members
    members["$class"] = classReference(names)
    objects[number] = .dictionary(members)
  }

  /// Replaces one member of an object.
  package mutating func set(_ key: String, of number: Int, to value: PropertyList) {
    guard case .dictionary(var members) = objects[number] else { return }
    members[key] = value
    objects[number] = .dictionary(members)
  }

  /// Returns a reference to a new array of references.
  package mutating func array(
    _ names: [String] = ["NSArray", "NSObject"], _ body: (inout Self) -> [PropertyList]
  ) -> PropertyList {
    let number = reserve()
    let elements = body(&self)
    fill(number, class: names, ["NS.objects": .array(elements)])
    return .uid(number)
  }

  private mutating func classReference(_ names: [String]) -> PropertyList {
    let name = names.first ?? "NSObject"
    if let known = classes[name] { return .uid(known) }
    classes[name] = objects.count
    objects.append(
      .dictionary([
        "$classname": .string(name), "$classes": .array(names.map { .string($0) }),
      ]))
    return .uid(objects.count - 1)
  }

  /// Returns the archive with a root object.
  package func archive(root: PropertyList) -> PropertyList {
    .dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ])
  }

  /// Returns the archive of an array of strings.
  package static func strings(_ texts: [String]) -> [UInt8] {
    var archive = KeyedArchive()
    let root = archive.array { archive in texts.map { archive.string($0) } }
    return archive.archive(root: root).binary
  }

  /// Returns the archive of a dictionary of strings, numbers, dates and data.
  package static func dictionary(_ members: [String: PropertyList]) -> [UInt8] {
    var archive = KeyedArchive()
    let number = archive.reserve()
    let sorted = members.sorted { $0.key < $1.key }
    let keys = sorted.map { archive.string($0.key) }
    let values = sorted.map { member -> PropertyList in
      switch member.value {
      case .string(let text): return archive.string(text)
      case .date(let seconds):
        let date = archive.reserve()
        archive.fill(date, class: ["NSDate", "NSObject"], ["NS.time": .real(seconds)])
        return .uid(date)
      default: return archive.value(member.value)
      }
    }
    archive.fill(
      number, class: ["NSDictionary", "NSObject"],
      ["NS.keys": .array(keys), "NS.objects": .array(values)])
    return archive.archive(root: .uid(number)).binary
  }
}
