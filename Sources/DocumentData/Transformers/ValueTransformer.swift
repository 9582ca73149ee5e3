import Synchronization

/// Converts values of one type to values of another and back; `.transformable(by:)` stores the
/// results.
///
/// Foundation has this class on Apple's platforms only. A subclass for an attribute returns `Data`
/// for the attribute's values and allows the reverse transformation. Contexts on any thread use one
/// registered instance, so a subclass must not have mutable state.
open class ValueTransformer {
  private let target: ValueTransformer?

  /// Creates a transformer.
  public required init() { target = nil }

  /// Creates a transformer that forwards to the one registered under a name; nil if there is none.
  public convenience init?(forName name: NSValueTransformerName) {
    guard let known = ValueTransformerRegistry.transformer(named: name.rawValue) else { return nil }
    self.init(forwardingTo: known)
  }

  /// Creates an object that forwards to a registered one, because an initialiser cannot return that
  /// one.
  private init(forwardingTo transformer: ValueTransformer) { target = transformer }

  /// Registers a transformer under a name; nil removes the registration.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    ValueTransformerRegistry.register(transformer, named: name.rawValue)
  }

  /// The names under which transformers are registered, sorted.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    ValueTransformerRegistry.names.map(NSValueTransformerName.init(rawValue:))
  }

  /// The class of the transformed values.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Whether transformed values can be converted back, as attributes require.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Returns the transformed value; this class returns the value itself.
  open func transformedValue(_ value: Any?) -> Any? {
    if let target { target.transformedValue(value) } else { value }
  }

  /// Converts a transformed value back; this class calls ``transformedValue(_:)`` if it allows the
  /// reverse transformation, and else returns nil.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    if let target { return target.reverseTransformedValue(value) }
    return Self.allowsReverseTransformation() ? transformedValue(value) : nil
  }

  /// Whether the transformer, or the one that it forwards to, allows the reverse transformation.
  var isReversible: Bool { type(of: target ?? self).allowsReverseTransformation() }
}

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

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
