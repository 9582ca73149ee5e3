import Synchronization

/// The first value of a type that the process has converted, for a getter that has no other value.
///
/// A model's own type may have no value that can be invented: an enumeration of texts that does not
/// list its cases, or a struct whose `init(from:)` rejects every blank value. But opening decodes
/// each stored value once, and setting a property encodes the value, so a value is known before the
/// caller gets an object that should have one.
final class ExampleValue<Content>: @unchecked Sendable {
  // Unchecked, because the content need not be Sendable: the lock guards the only variable, which
  // is written once. A getter returns the value only for a property that has no value of its own.
  private let lock = NSLock()
  private let isKnown = Atomic(false)
  private var known: Content?

  /// Keeps the first value; later calls only read a flag.
  func note(_ content: Content) {
    guard !isKnown.load(ordering: .relaxed) else { return }
    lock.withLock {
      if known == nil { known = content }
      isKnown.store(true, ordering: .relaxed)
    }
  }

  var value: Content? { lock.withLock { known } }

  /// Returns the example of a type, shared by all its codings; nil for a type that always has a
  /// blank value.
  static func shared(_ type: Content.Type) -> ExampleValue? {
    if type is any _PersistentValue.Type || type is any CodedContainer.Type { return nil }
    let example = examples.withLock { examples in
      let key = ObjectIdentifier(type)
      let example = examples[key] ?? ExampleValue<Content>()
      examples[key] = example
      return example
    }
    return example as? ExampleValue
  }
}

private let examples = Mutex<[ObjectIdentifier: any Sendable]>([:])
