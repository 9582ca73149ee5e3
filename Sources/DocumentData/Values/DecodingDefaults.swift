import DocumentTables
import Synchronization

/// Values for members that a stored value lacks because they were added to its type later.
///
/// A member takes its value from an instance of the type: from the type's `init()` if it has one,
/// else from the default values that model classes declare for properties of the type, if all of
/// them agree. Values that differ between evaluations, such as `UUID()`, are ignored: an object
/// would have a different value at each read.
enum DecodingDefaults {
  private struct Members {
    /// Nil for a member whose values differ between instances.
    var values: [String: Tree?] = [:]
    var isOfInitializer = false
  }

  private static let types = Mutex<[ObjectIdentifier: Members]>([:])

  /// Returns the value for a member of a type that a stored value lacks; nil if there is none.
  static func member(_ name: String, of type: any Any.Type) -> Tree? {
    types.withLock { $0[ObjectIdentifier(type)]?.values[name] ?? nil }
  }

  /// Learns the values of members from the instances that a closure creates.
  static func learn(from make: () -> Any, isOfInitializer: Bool) {
    guard let first = make() as? any Encodable, let second = make() as? any Encodable,
      let found = try? TreeEncoder.encodeRecording(first),
      let again = try? TreeEncoder.encodeRecording(second), found.count == again.count
    else { return }
    types.withLock { types in
      for (index, (one, other)) in zip(found, again).enumerated() where one.type == other.type {
        guard case .object(let members) = one.tree else { continue }
        let key = ObjectIdentifier(one.type)
        // The initialiser also sets the values of other types inside the instance; these are not
        // the values of the other types' own initialisers.
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
