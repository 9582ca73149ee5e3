import Synchronization

/// The first value of a type that the process has seen, for a getter that has nothing else to give.
///
/// A type of a model's own need have no value that can be made up: an enumeration of texts that does
/// not list its cases, a struct whose `init(from:)` refuses everything blank. But opening decodes
/// each stored value once, and setting a property encodes it, so one has been seen before any object
/// is handed out that should have one.
final class ExampleValue<Content>: @unchecked Sendable {
  // Unchecked, because the content need not be Sendable: the lock guards the only variable, which is
  // written once. What is handed out stands for the value of a property of an object that has none.
  private let lock = NSLock()
  private let isKnown = Atomic(false)
  private var known: Content?

  /// Keeps the first value; costs a look at a flag afterwards.
  func note(_ content: Content) {
    guard !isKnown.load(ordering: .relaxed) else { return }
    lock.withLock {
      if known == nil { known = content }
      isKnown.store(true, ordering: .relaxed)
    }
  }

  var value: Content? { lock.withLock { known } }

  /// The one of a type, whatever coding its values have; nil for types whose blank values are
  /// certain.
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
