/// Turns values of one type into values of another, and back; what `.transformable(by:)` stores.
///
/// Foundation has such a class on Apple's platforms only. A subclass for an attribute makes `Data`
/// of the attribute's values and allows the way back. Contexts of any thread use one registered
/// object, so it keeps no state.
open class ValueTransformer {
  private let target: ValueTransformer?

  /// Makes a transformer.
  public required init() { target = nil }

  /// Finds the transformer that is registered under a name.
  public convenience init?(forName name: NSValueTransformerName) {
    guard let known = ValueTransformerRegistry.transformer(named: name.rawValue) else { return nil }
    self.init(forwardingTo: known)
  }

  /// An initialiser makes a new object, which lets the registered one do the work.
  private init(forwardingTo transformer: ValueTransformer) { target = transformer }

  /// Registers a transformer under a name; nil takes the name away.
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

  /// Whether transformed values can be turned back; an attribute needs that.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Transforms a value; nil where there is none.
  open func transformedValue(_ value: Any?) -> Any? {
    if let target { target.transformedValue(value) } else { value }
  }

  /// Turns a transformed value back; nil where there is none.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    if let target { return target.reverseTransformedValue(value) }
    return Self.allowsReverseTransformation() ? transformedValue(value) : nil
  }

  /// Whether the transformer that does the work allows the way back.
  var isReversible: Bool { type(of: target ?? self).allowsReverseTransformation() }
}

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}
