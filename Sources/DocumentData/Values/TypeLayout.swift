/// What the runtime knows of a type: the members of a structure, and the cases of an enumeration.
///
/// `Mirror` needs a value for this.
enum TypeLayout {
  struct Member {
    var type: Any.Type
    var offset: Int
  }

  /// The first word of the metadata of structures and enumerations (docs/ABI/TypeMetadata.rst of the
  /// Swift project).
  private enum Kind {
    static let structure: UInt = 0x200
    static let enumeration: UInt = 0x201
  }

  /// Whether a type is an enumeration with cases, none of which has associated values.
  static func isPlainEnumeration(_ type: Any.Type) -> Bool {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == Kind.enumeration else { return false }
    // The second word leads to the descriptor, whose sixth and seventh numbers of 32 bits count the
    // cases with and without associated values.
    let descriptor = metadata.load(
      fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    let counts = (20, 24)
    return descriptor.load(fromByteOffset: counts.0, as: UInt32.self) & 0xFF_FFFF == 0
      && descriptor.load(fromByteOffset: counts.1, as: UInt32.self) > 0
  }

  /// Returns the stored members of a structure; nil for other types, and if the members do not
  /// cover its memory, because the runtime does not know them all.
  static func members<Content>(of type: Content.Type) -> [Member]? {
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == Kind.structure else { return nil }
    var members: [Member] = []
    var end = 0
    for index in 0..<memberCount(type) {
      var description = MemberDescription()
      let member = Member(
        type: memberType(type, index: index, &description), offset: memberOffset(type, index: index)
      )
      if let name = description.name { description.free?(name) }
      let layout = Self.layout(of: member.type)
      guard description.isStrong, member.offset >= end, member.offset - end < layout.alignment
      else { return nil }
      end = member.offset + layout.size
      members.append(member)
    }
    return end == MemoryLayout<Content>.size ? members : nil
  }

  private static func layout(of type: Any.Type) -> (size: Int, alignment: Int) {
    func open<Content>(_ type: Content.Type) -> (size: Int, alignment: Int) {
      (MemoryLayout<Content>.size, MemoryLayout<Content>.alignment)
    }
    return open(type)
  }
}

/// What the runtime says of a member, as `Mirror` asks for it.
private struct MemberDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

// Functions of Swift's runtime on which `Mirror` is built.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func memberCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func memberType(
  _ type: Any.Type, index: Int, _ description: UnsafeMutablePointer<MemberDescription>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func memberOffset(_ type: Any.Type, index: Int) -> Int
