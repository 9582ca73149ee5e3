/// Finds the members of a `Codable` type by decoding a blank value and recording the members that
/// the type requests.
///
/// This runs the type's own `init(from:)`, so it happens only when a caller asks for members, and once for a type
/// that is a ``PersistentStructure``.
enum TypeProbe {
  /// Returns no members if the type is not `Decodable`, does not decode members, or rejects a blank
  /// value.
  static func members(of type: any Any.Type) -> [MemberLog.Member] {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    guard let type = wrapped as? any Decodable.Type else { return [] }
    let log = MemberLog()
    do {
      _ = try type.init(from: BlankDecoder(log: log))
      return log.members
    } catch {
      return []
    }
  }
}

/// The members that a type has requested, in the order of the requests.
final class MemberLog {
  struct Member {
    var name: String
    var type: any Any.Type
  }

  private(set) var members: [Member] = []

  func note(_ key: any CodingKey, _ type: any Any.Type) {
    guard !members.contains(where: { $0.name == key.stringValue }) else { return }
    members.append(Member(name: key.stringValue, type: type))
  }
}
