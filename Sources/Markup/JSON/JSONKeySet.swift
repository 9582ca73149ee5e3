/// The keys seen so far in one object, for objects whose keys are not known beforehand.
///
/// Keys are compared scalar by scalar (RFC 8259, section 8.3); comparing strings would treat
/// canonically equivalent keys as equal.
package struct JSONKeySet {
  private var keys: Set<[UInt8]> = []

  package init() {}

  /// Adds a decoded key; returns false if the set already contains it.
  package mutating func insert(_ key: String) -> Bool {
    keys.insert(Array(key.utf8)).inserted
  }
}
