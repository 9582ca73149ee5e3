import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// One change to the schema.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// The possible losses of a step, regardless of the objects.
    public enum Cost: String, Sendable, Hashable, CaseIterable {
      /// Every value is kept, in both directions.
      case lossless
      /// Every value is kept; the reverse direction loses values.
      case reversible
      /// Values are lost.
      case lossy
      /// A closure of the stage must decide.
      case needsDecision
    }

    /// The change in words.
    public let words: String
    /// The entity concerned.
    public let entity: String
    /// The property that changes; nil if the step concerns the whole entity.
    public let property: String?
    /// The possible losses.
    public let cost: Cost
    /// The number of objects that the step reads or changes; zero if only the schema changes.
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

    /// The words, followed by the number of objects if it is not zero.
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
