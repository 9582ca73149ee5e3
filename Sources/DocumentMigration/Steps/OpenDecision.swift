import DocumentTables

/// A change between two schemas that needs a decision only if there are rows that it concerns.
///
/// Without such rows, the change is a removal and an addition. Which rows there are decides alone,
/// never their values: tables that are accepted differ from those that are refused in having no
/// value at all.
package struct OpenDecision: Hashable, Sendable {
  /// The rows of the old schema that a change concerns.
  package enum Rows: Hashable, Sendable {
    /// Rows with a value of an old attribute.
    case values(DeclaredProperty)
    /// Rows with objects of an old relationship.
    case relatedObjects(DeclaredProperty)
    /// Rows with objects of an old relationship that leads to another entity: these references have
    /// no place in the new schema and are dropped.
    case references(DeclaredProperty)
    /// The rows whose objects are of an entity of the new schema.
    case objects(String)
  }

  /// The problem that refuses a row.
  package var problem: SchemaProblem
  package var rows: Rows

  /// What a stage without closures does with the change, whatever the document.
  package var lightweightWords: String {
    switch rows {
    case .values: "a lightweight stage accepts it in a document in which no object has a value"
    case .relatedObjects: "a lightweight stage accepts it in a document in which no object has one"
    case .references: "a lightweight stage drops the references"
    case .objects: "a lightweight stage accepts it in a document without such objects"
    }
  }
}
