import Synchronization

/// The value transformers of the process by name.
enum ValueTransformerRegistry {
  private struct Entry: @unchecked Sendable {
    // A transformer keeps no state, as its documentation demands; the registry only hands it out.
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

  /// Registers an object of a class under the class's own name, and returns the name.
  static func register(unlessKnown type: ValueTransformer.Type) -> String {
    let name = String(describing: type)
    if transformer(named: name) == nil { register(type.init(), named: name) }
    return name
  }

  static var names: [String] { entries.withLock { $0.keys.sorted() } }
}
