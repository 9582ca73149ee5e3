import Synchronization

/// The value transformers of the process, by name.
enum ValueTransformerRegistry {
  private struct Entry: @unchecked Sendable {
    // Unchecked, because `ValueTransformer` is an open class: the reference never changes, and
    // every thread may call the functions of a transformer, which has no mutable state, as the
    // documentation of `ValueTransformer` requires of subclasses.
    var transformer: ValueTransformer
  }

  private static let entries = Mutex<[String: Entry]>([:])

  static func transformer(named name: String) -> ValueTransformer? {
    entries.withLock { $0[name] }?.transformer
  }

  static func register(_ transformer: ValueTransformer?, named name: String) {
    let entry = transformer.map(Entry.init)
    entries.withLock { $0[name] = entry }
  }

  /// Registers an instance of a class under the class's own name, unless the name is taken, and
  /// returns the name.
  static func register(unlessKnown type: ValueTransformer.Type) -> String {
    let name = String(describing: type)
    if transformer(named: name) == nil { register(type.init(), named: name) }
    return name
  }

  static var names: [String] { entries.withLock { $0.keys.sorted() } }
}
