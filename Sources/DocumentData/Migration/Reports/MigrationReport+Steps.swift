import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// One change to the schema.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// What a step costs, whatever the objects are.
    public enum Cost: String, Sendable, Hashable, CaseIterable {
      /// Every value stays, on this way and on the way back.
      case lossless
      /// Every value stays; on the way back something has no place.
      case reversible
      /// Values are given up.
      case lossy
      /// A closure of the stage says what becomes of it.
      case needsDecision
    }

    /// The change in words.
    public let words: String
    /// The entity concerned.
    public let entity: String
    /// The property of the entity, if it is one that changes.
    public let property: String?
    /// What it costs.
    public let cost: Cost
    /// How many objects it looks at or changes; zero where only the schema changes.
    public let touchedObjects: Int

    init(_ step: MigrationStep, touchedRows: Int) {
      words = step.description
      entity = step.place.entity
      property = step.place.property
      cost =
        switch step.cost {
        case .lossless: .lossless
        case .reversible: .reversible
        case .lossy: .lossy
        case .needsDecision: .needsDecision
        }
      touchedObjects = touchedRows
    }

    /// The words, and the number of objects if there are any.
    public var description: String {
      switch touchedObjects {
      case 0: words
      case 1: "\(words) (1 object)"
      default: "\(words) (\(touchedObjects) objects)"
      }
    }
  }

  /// The steps of a difference, with what they touch in the tables that it is applied to.
  static func steps(of difference: SchemaDifference, on tables: Tables) -> [Step] {
    zip(difference.steps, tables.touchedRows(by: difference)).map { Step($0, touchedRows: $1) }
  }
}
