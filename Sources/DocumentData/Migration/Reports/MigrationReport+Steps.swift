import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// One change to the schema.
  public struct Step: Sendable, CustomStringConvertible {
    /// The kinds of changes to a schema.
    public enum Kind: Sendable {
      /// An entity or a property that the old schema lacks.
      case added
      /// An entity or a property that the new schema lacks.
      case removed
      /// An entity or a property with a new name.
      case renamed
      /// Another change of an entity or a property, which ``Step/description`` names.
      case changed
    }

    /// The kind of change.
    public let kind: Kind
    /// The entity concerned.
    public let entity: String
    /// The property that changes; nil if the step concerns the whole entity.
    public let property: String?
    /// The number of objects that the step reads or changes; zero if only the schema changes.
    public let touchedObjects: Int
    /// The change in words.
    let words: String
    /// The possible losses, regardless of the objects.
    let cost: StepCost

    init(_ step: MigrationStep, touchedRows: Int) {
      kind =
        switch step.change {
        case .addEntity, .addAttribute, .addRelationship: .added
        case .removeEntity, .removeAttribute, .removeRelationship: .removed
        case .renameEntity, .renameProperty: .renamed
        default: .changed
        }
      entity = step.place.entity
      property = step.place.property
      touchedObjects = touchedRows
      words = step.description
      cost = step.cost
    }

    /// Whether values of this step's entity or property may be lost, regardless of the objects.
    ///
    /// A closure of the stage may keep them elsewhere.
    public var isLossy: Bool { cost >= .lossy }

    /// The change in words, followed by the number of objects if it is not zero.
    public var description: String {
      switch touchedObjects {
      case 0: words
      case 1: "\(words) (1 object)"
      default: "\(words) (\(touchedObjects) objects)"
      }
    }
  }

  /// Returns the steps of a difference, with the number of objects that each step touches in the
  /// given tables.
  static func steps(of difference: SchemaDifference, on tables: Tables) -> [Step] {
    zip(difference.steps, tables.touchedRows(by: difference)).map { Step($0, touchedRows: $1) }
  }
}
