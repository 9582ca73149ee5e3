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
