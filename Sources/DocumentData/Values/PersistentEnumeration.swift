import DocumentTables

/// An enumeration whose raw values may change from one release of a program to the next.
///
/// A document stores the raw value of an enumeration, such as `"sad"`. If a later release of the program has another raw
/// value for the case, or no such case, the documents of the earlier one do not open. An enumeration with this
/// conformance says what such values mean, without a stage of a migration plan:
///
/// ```swift
/// enum Mood: String, PersistentEnumeration {
///   case happy, blue, other
///
///   static var originalRawValues: [String: Mood] { ["sad": .blue] }
///   static var unknownCase: Mood? { .other }
/// }
///
/// @Model class Entry {
///   var mood: Mood
///   var earlier: [Mood] = []
///   …
/// }
/// ```
///
/// **Renamed cases.** Opening a document replaces each original raw value of an attribute by the raw value of today, in
/// memory: the file changes at the next save. This holds for optional attributes, arrays, sets, and members of a
/// ``PersistentStructure``. Predicates, orders and uniqueness constraints see the raw value of today; if two objects
/// become equal under a constraint, the document does not open, and the error names both.
/// ``ModelContainer/migrationReport`` says how many objects have renamed values. Where a migration plan has both
/// versions, a document of the older version that is written gets the original raw value again, if the older type has that
/// one and lacks the one of today.
///
/// **Unknown cases.** A raw value that is neither one of today nor an original one reads as ``unknownCase``, and predicates
/// see that case. The document keeps the raw value until the property is set: a case that only a newer release of the
/// program has survives an older one. The report warns of such values.
///
/// Values inside dictionaries and inside `Codable` types that are no ``PersistentStructure`` are read in the same way, and keep
/// their raw values until the property is set. A dictionary in which two keys read as one case does not open.
///
/// If an enumeration is `CaseIterable` and ``unknownCase`` is nil, the schema of a document states its raw values, and
/// the document is refused if it has another one.
///
/// An enumeration with associated values has no raw values: its `CodingKeys` give a renamed case the original name, and its
/// `init(from:)` decides what an unknown one means.
public protocol PersistentEnumeration: RawRepresentable, Codable where RawValue: Hashable {
  /// The raw values that cases had in older releases, each with the case of today.
  ///
  /// None of them is the raw value of a case of today: a container refuses models with such an enumeration. Several raw
  /// values may have one case: a document of an older version that is written gets the one back that an attribute had,
  /// unless it was set since. Members of structures, and values that were set, get the first in the order of texts.
  static var originalRawValues: [RawValue: Self] { get }

  /// The case as which an unknown raw value reads; nil to refuse documents with one.
  ///
  /// Write its type as `Self?`, or the name of the type with a question mark.
  static var unknownCase: Self? { get }
}

extension PersistentEnumeration {
  /// None: all cases have their first raw values.
  public static var originalRawValues: [RawValue: Self] { [:] }
}

/// What a type with raw values says about stored values, in the form of tables.
package struct StoredCases: @unchecked Sendable {
  // Unchecked, because a type that is found at run time cannot prove that its conformances may be used from any
  // isolation: the closure captures types, which never change.

  /// Whether a stored value is a raw value of today.
  let isOwn: (Value) -> Bool
  /// The stored values of today for original ones.
  let originals: [Value: Value]
  /// The stored value as which unknown ones read; nil if they are refused.
  let unknown: Value?
  /// An original raw value that is also one of today.
  let contradiction: Value?

  init<Content: RawRepresentable, Raw: _PersistentValue>(_ type: Content.Type, _: Raw.Type) {
    isOwn = { value in
      (Raw(tableValue: value) as? Content.RawValue).flatMap(Content.init(rawValue:)) != nil
    }
    func raw(_ content: Any) -> Value? {
      ((content as? Content)?.rawValue as? Raw)?.tableValue
    }
    func declared<Cases: PersistentEnumeration>(_ type: Cases.Type) -> ([Value: Value], Value?) {
      var originals: [Value: Value] = [:]
      for (original, content) in type.originalRawValues {
        guard let original = (original as? Raw)?.tableValue, let value = raw(content)
        else { continue }
        originals[original] = value
      }
      return (originals, type.unknownCase.flatMap { raw($0) })
    }
    let enumeration = type as? any PersistentEnumeration.Type
    (originals, unknown) = enumeration.map { declared($0) } ?? ([:], nil)
    contradiction = originals.keys.filter(isOwn).map { ("\($0)", $0) }.min { $0.0 < $1.0 }?.1
  }

  /// Returns the stored value that a getter reads in place of one that is no raw value of today.
  func replacement(for value: Value) -> Value? { originals[value] ?? unknown }
}

/// The cases that the values of an attribute consist of.
package struct AttributeCases: Sendable {
  /// The member with the cases, of a structure.
  var member: String?
  /// Whether the cases are the elements of sets.
  var isSet = false
  let cases: StoredCases

  /// Whether a value has an unknown case, which reads as another.
  func hasUnknown(_ value: Value, of type: AttributeType) -> Bool {
    guard cases.unknown != nil else { return false }
    switch value {
    case .null: return false
    case .array(let items): return items.contains { hasUnknown($0, of: type) }
    case .tree(let tree):
      guard case .structure(let structure) = type, let member,
        let index = structure.member(named: member)
      else { return false }
      return hasUnknown(structure.values(of: tree)[index], of: structure.members[index].type)
    default: return !cases.isOwn(value) && cases.originals[value] == nil
    }
  }
}
