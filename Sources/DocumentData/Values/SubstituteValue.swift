/// A value of a type for a getter whose stored value the type rejects.
///
/// Between the closures of a stage, a stored value need not fit its type: the closure sets it, and a
/// getter that runs before has to return something. An enumeration has its first case. A structure
/// has one of the blank values of its members, even if its initialisers would reject it: such a value
/// is memory-safe, but may break a rule that the type keeps.
enum SubstituteValue {
  /// Ends the recursion of a type whose members contain its own type.
  private static let largestDepth = 32

  /// Returns nil for classes, functions, existentials, structures with such members, and
  /// enumerations whose cases have associated values.
  static func make<Content>(of type: Content.Type) -> Content? {
    firstCase(of: type) ?? blankMembers(of: type, depth: 0)
  }

  /// Returns the first case of an enumeration without associated values.
  static func firstCase<Content>(of type: Content.Type) -> Content? {
    guard TypeLayout.isPlainEnumeration(type) else { return nil }
    // The cases of such an enumeration are numbered from 0.
    return withUnsafeTemporaryAllocation(of: Content.self, capacity: 1) { buffer in
      guard let address = buffer.baseAddress else { return nil }
      let memory = UnsafeMutableRawPointer(address)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Content>.size)
      return address.move()
    }
  }

  private static func blankMembers<Content>(of type: Content.Type, depth: Int) -> Content? {
    guard depth < largestDepth, let members = TypeLayout.members(of: type) else { return nil }
    var values: [Any] = []
    for member in members {
      guard let value = blank(member.type, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return withUnsafeTemporaryAllocation(of: Content.self, capacity: 1) { buffer in
      guard let address = buffer.baseAddress else { return nil }
      let memory = UnsafeMutableRawPointer(address)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Content>.size)
      for (member, value) in zip(members, values) {
        func place<Member>(_ value: Member) {
          (memory + member.offset).initializeMemory(as: Member.self, repeating: value, count: 1)
        }
        _openExistential(value, do: place)
      }
      return address.move()
    }
  }

  private static func blank(_ type: Any.Type, depth: Int) -> Any? {
    func open<Content>(_ type: Content.Type) -> Any? {
      if let optional = type as? any OptionalType.Type { return optional.absent }
      if let known = type as? any _PersistentValue.Type { return known._$blank }
      if let coded = type as? any Decodable.Type, let value = BlankValue.decoded(coded) {
        return value
      }
      return firstCase(of: type) ?? blankMembers(of: type, depth: depth)
    }
    return open(type)
  }
}
