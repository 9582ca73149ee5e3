import DocumentTables
import Synchronization

/// What stands for members that a stored value lacks because its type has grown since.
///
/// A member takes its value from an instance of the type: from its `init()` where it has one, else
/// from the default values that model classes give properties of the type, as far as all of them
/// agree. A value that another evaluation makes different, as of `UUID()`, stands for nothing: an
/// object would have another one at each reading.
enum DecodingDefaults {
  private struct Members {
    /// Nil for a member that instances disagree about.
    var values: [String: Tree?] = [:]
    var isOfInitializer = false
  }

  private static let types = Mutex<[ObjectIdentifier: Members]>([:])

  /// The value for a member of a type that a stored value lacks; nil if there is none.
  static func member(_ name: String, of type: any Any.Type) -> Tree? {
    types.withLock { $0[ObjectIdentifier(type)]?.values[name] ?? nil }
  }

  /// Learns from what makes an instance of a type.
  static func learn(from make: () -> Any, isOfInitializer: Bool) {
    guard let first = make() as? any Encodable, let second = make() as? any Encodable,
      let found = try? TreeEncoder.encodeRecording(first),
      let again = try? TreeEncoder.encodeRecording(second), found.count == again.count
    else { return }
    types.withLock { types in
      for (index, (one, other)) in zip(found, again).enumerated() where one.type == other.type {
        guard case .object(let members) = one.tree else { continue }
        let key = ObjectIdentifier(one.type)
        // Inside the value are instances of other types, made as this one's initialiser wants.
        let isOwn = isOfInitializer && index == 0
        if !isOwn, types[key]?.isOfInitializer ?? false { continue }
        var known = isOwn ? Members(isOfInitializer: true) : types[key] ?? Members()
        for member in members {
          let value = other.tree[member.name] == member.value ? member.value : nil
          if let earlier = known.values[member.name], earlier != value {
            known.values[member.name] = .some(nil)
          } else {
            known.values[member.name] = .some(value)
          }
        }
        types[key] = known
      }
    }
  }
}
