/// What changed on balance in chosen transactions of a history: one change for each object.
///
///     transaction      1          2          3          4         on balance
///     object 7       insert     update a              delete      nothing
///     object 8       update a              (update b) update a    update of a, unless 1 had its old value
///     object 9       update a   (update a)            update a    update of a, whatever its values are
///
/// Transactions in brackets are not chosen. The old value of a property is that before the first
/// chosen change, the new one that after the last. Two equal values are no change if all
/// changes between them were chosen: object 9 had another value meanwhile, which others have seen.
package struct NetChanges: Sendable {
  typealias Kind = History.Transaction.Group.Kind

  /// The changes of one kind in objects of one entity.
  package struct Group: Sendable {
    /// The changes, in the names of the present schema.
    ///
    /// Of updates, the values that are known before and after; of deletions, the values that were
    /// kept when the object was deleted.
    package internal(set) var changes: History.Transaction.Group
    /// The number of the last chosen transaction that changed the object, in the order of the keys.
    package internal(set) var transactions: [Int64] = []
    /// Whether the present schema has the entity; its name is a recorded one otherwise.
    package internal(set) var isListed: Bool
  }

  /// A range of keys with changes that no program recorded.
  package struct UnknownChanges: Sendable {
    package var range: HistoryRange
    /// The model fingerprint of the schema whose names the range uses.
    package var schema: Digest
  }

  /// Which transactions count, and what names mean in the present schema.
  package struct Choice {
    /// The schema whose names the changes get.
    package var schema: TableSchema
    /// The number of the last transaction that does not count.
    package var number: Int64
    /// The entities of the schema that count; all if it is nil.
    package var entities: Set<String>?
    /// Whether the saves of an author count; called once for each author.
    package var isChosen: (_ author: String?) -> Bool
    /// The name of an entity of a recorded schema; nil if the entity is gone.
    package var entity: (_ name: String, _ schema: Digest) -> String?
    /// The name of a property of a recorded schema; nil if the property is gone.
    package var property: (_ name: String, _ entity: String, _ schema: Digest) -> String?

    package init(
      schema: TableSchema, after number: Int64, entities: Set<String>? = nil,
      isChosen: @escaping (_ author: String?) -> Bool,
      entity: @escaping (_ name: String, _ schema: Digest) -> String?,
      property: @escaping (_ name: String, _ entity: String, _ schema: Digest) -> String?
    ) {
      self.schema = schema
      self.number = number
      self.entities = entities
      self.isChosen = isChosen
      self.entity = entity
      self.property = property
    }
  }

  /// Deletions, then insertions, then updates, each by entity and changed properties.
  package let groups: [Group]
  package let unknown: [UnknownChanges]

  /// - Complexity: Linear in the number of changes after the number.
  package init(_ history: History, _ choice: Choice) {
    var addition = ChangeAddition(history, choice)
    addition.run()
    groups = addition.groups()
    unknown = addition.unknown
  }
}
