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

    /// The kinds of changes to a schema.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// An entity that the old schema lacks.
      case addEntity
      /// An entity that the new schema lacks.
      case removeEntity
      /// An entity with a new name.
      case renameEntity
      /// An entity with another superentity.
      case changeSuperentity
      /// An entity that becomes abstract or concrete.
      case changeAbstract
      /// An attribute that the old schema lacks.
      case addAttribute
      /// An attribute that the new schema lacks.
      case removeAttribute
      /// A relationship that the old schema lacks.
      case addRelationship
      /// A relationship that the new schema lacks.
      case removeRelationship
      /// A property with a new name.
      case renameProperty
      /// A property that moves to a superentity.
      case pullUp
      /// A property that moves to a subentity.
      case pushDown
      /// An attribute with another type.
      case changeType
      /// A property that may be nil from now on.
      case makeNullable
      /// A property that must not be nil from now on.
      case makeRequired
      /// An attribute with another default.
      case changeDefault
      /// An attribute that is stored in a part of its own, or no longer.
      case changeExternal
      /// An attribute that outlives its object, or no longer.
      case changePreservation
      /// An enumeration with other cases.
      case changeCases
      /// An attribute with another value transformer.
      case changeTransformer
      /// An entity or a property with another hash modifier.
      case changeHashModifier
      /// A property with other options that have no effect on values.
      case changeRecordedOptions
      /// A relationship to another entity.
      case changeDestination
      /// A relationship with another inverse.
      case changeInverse
      /// A relationship that becomes one to many or one to one.
      case changeNumber
      /// A relationship with another delete rule.
      case changeDeleteRule
      /// A relationship with another minimum or maximum of objects.
      case changeCounts
      /// A uniqueness constraint that the old schema lacks.
      case addConstraint
      /// A uniqueness constraint that the new schema lacks.
      case dropConstraint
      /// An index that the old schema lacks.
      case addIndex
      /// An index that the new schema lacks.
      case dropIndex
    }

    /// The kind of change.
    public let kind: Kind
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
      kind = Kind(step.change)
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

extension MigrationReport.Step.Kind {
  fileprivate init(_ change: MigrationStep.Change) {
    self =
      switch change {
      case .addEntity: .addEntity
      case .removeEntity: .removeEntity
      case .renameEntity: .renameEntity
      case .changeSuperentity: .changeSuperentity
      case .changeAbstract: .changeAbstract
      case .addAttribute: .addAttribute
      case .removeAttribute: .removeAttribute
      case .addRelationship: .addRelationship
      case .removeRelationship: .removeRelationship
      case .renameProperty: .renameProperty
      case .pullUp: .pullUp
      case .pushDown: .pushDown
      case .changeType: .changeType
      case .makeNullable: .makeNullable
      case .makeRequired: .makeRequired
      case .changeDefault: .changeDefault
      case .changeExternal: .changeExternal
      case .changePreservation: .changePreservation
      case .changeCases: .changeCases
      case .changeTransformer: .changeTransformer
      case .changeHashModifier: .changeHashModifier
      case .changeRecordedOptions: .changeRecordedOptions
      case .changeDestination: .changeDestination
      case .changeInverse: .changeInverse
      case .changeNumber: .changeNumber
      case .changeDeleteRule: .changeDeleteRule
      case .changeCounts: .changeCounts
      case .addConstraint: .addConstraint
      case .dropConstraint: .dropConstraint
      case .addIndex: .addIndex
      case .dropIndex: .dropIndex
      }
  }
}
