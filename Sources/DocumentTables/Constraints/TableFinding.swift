/// A violation of the schema's rules by tables.
package struct TableFinding: Error, Hashable, Sendable {
  package struct Rule: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A reference leads to an object that does not exist.
    package static let danglingReference = Rule(rawValue: "reference-dangling")
    /// A reference leads to an object, in any table, that is not of the destination entity.
    package static let wrongDestination = Rule(rawValue: "reference-wrong-entity")
    /// A required to-one relationship is nil.
    package static let missingReference = Rule(rawValue: "reference-missing")
    /// Two objects refer to the same object through a one-to-one relationship.
    package static let sharedReference = Rule(rawValue: "reference-shared")
    /// In a relationship that is its own inverse, only one of two objects refers to the other.
    package static let notMutual = Rule(rawValue: "reference-not-mutual")
    /// A to-many relationship lists an object twice.
    package static let repeatedMember = Rule(rawValue: "list-repeated-member")
    /// A stored order does not list exactly the members.
    package static let orderNotMembers = Rule(rawValue: "order-not-members")
    package static let tooFew = Rule(rawValue: "count-too-few")
    package static let tooMany = Rule(rawValue: "count-too-many")
    package static let notUnique = Rule(rawValue: "unique-violated")
    /// A required attribute is nil.
    package static let missingValue = Rule(rawValue: "value-missing")
    /// An object is of an abstract entity.
    package static let abstractEntity = Rule(rawValue: "entity-abstract")
    /// Two tables contain the same key.
    package static let duplicateKey = Rule(rawValue: "key-duplicate")
    /// A key is not below the document's next key.
    package static let keyNotBelowNext = Rule(rawValue: "key-not-below-next")
  }

  package var rule: Rule
  package var entity: String
  package var key: ObjectKey
  package var property: String?
  package var detail: String

  package init(
    _ rule: Rule, entity: String, key: ObjectKey, property: String? = nil, _ detail: String
  ) {
    self.rule = rule
    self.entity = entity
    self.key = key
    self.property = property
    self.detail = detail
  }
}

extension TableFinding {
  /// A violation of a rule that involves several rows, with the same messages for rows in memory
  /// and for streamed rows.
  package enum Breach {
    case dangling(ObjectKey)
    case wrongDestination(ObjectKey, entity: String)
    case missing
    case shared(ObjectKey)
    case notMutual(ObjectKey)
    case repeatedMember([ObjectKey])
    case orderNotMembers([ObjectKey], members: [ObjectKey])
    case tooFew(Int, minimum: Int)
    case tooMany(Int, maximum: Int)
    case notUnique(ObjectKey, names: String)
    case duplicateKey

    package var rule: Rule {
      switch self {
      case .dangling: .danglingReference
      case .wrongDestination: .wrongDestination
      case .missing: .missingReference
      case .shared: .sharedReference
      case .notMutual: .notMutual
      case .repeatedMember: .repeatedMember
      case .orderNotMembers: .orderNotMembers
      case .tooFew: .tooFew
      case .tooMany: .tooMany
      case .notUnique: .notUnique
      case .duplicateKey: .duplicateKey
      }
    }

    package var detail: String {
      switch self {
      case .dangling(let key): "there is no object \(key)"
      case .wrongDestination(let key, let entity): "object \(key) is of entity \(entity)"
      case .missing: "it must not be null"
      case .shared(let key): "another object refers to object \(key) already"
      case .notMutual(let key): "object \(key) does not refer back to it"
      case .repeatedMember(let list): "it lists \(list)"
      case .orderNotMembers(let list, let members):
        "it lists \(list) but the objects that refer back are \(members)"
      case .tooFew(let count, let minimum): "\(count) objects, at least \(minimum) are required"
      case .tooMany(let count, let maximum): "\(count) objects, at most \(maximum) are allowed"
      case .notUnique(let first, let names): "object \(first) has the same \(names)"
      case .duplicateKey: "an object of another table has it too"
      }
    }
  }

  init(_ breach: Breach, entity: String, key: ObjectKey, property: String?) {
    self.init(breach.rule, entity: entity, key: key, property: property, breach.detail)
  }
}
