/// One way in which tables break the rules of their schema.
package struct TableFinding: Error, Hashable, Sendable {
  package struct Rule: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A reference names an object that does not exist.
    package static let danglingReference = Rule(rawValue: "reference-dangling")
    /// A reference names an object that is not of the destination entity, in whichever table.
    package static let wrongDestination = Rule(rawValue: "reference-wrong-entity")
    /// A to-one that must not be nil is nil.
    package static let missingReference = Rule(rawValue: "reference-missing")
    /// Two objects refer to the one object of a one-to-one relationship.
    package static let sharedReference = Rule(rawValue: "reference-shared")
    /// Of a relationship that is its own inverse, only one side says so.
    package static let notMutual = Rule(rawValue: "reference-not-mutual")
    /// A to-many names an object twice.
    package static let repeatedMember = Rule(rawValue: "list-repeated-member")
    /// A stored order is not exactly the members.
    package static let orderNotMembers = Rule(rawValue: "order-not-members")
    package static let tooFew = Rule(rawValue: "count-too-few")
    package static let tooMany = Rule(rawValue: "count-too-many")
    package static let notUnique = Rule(rawValue: "unique-violated")
    /// An attribute that must not be nil is nil.
    package static let missingValue = Rule(rawValue: "value-missing")
    /// An object is of an abstract entity.
    package static let abstractEntity = Rule(rawValue: "entity-abstract")
    /// One key stands in two tables.
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
  /// How a rule over several rows is broken, in the same words for rows in memory and rows that pass by.
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
      case .missing: "it must not be nil"
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
