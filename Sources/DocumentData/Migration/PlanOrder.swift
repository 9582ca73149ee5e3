/// The schemas of a migration plan, the oldest first.
///
/// Versions give the order. A plan in which nobody states a version has one version everywhere:
/// there the order of the list counts, and documents are told apart by their shape.
struct PlanOrder {
  let planName: String
  let schemas: [any VersionedSchema.Type]
  /// Whether all schemas have one version.
  let isUnversioned: Bool

  /// - Throws: ``SwiftDataError/unknownSchema`` where there are no schemas, or some have one version
  ///   and others not.
  init(_ plan: any SchemaMigrationPlan.Type) throws {
    planName = String(describing: plan)
    let listed = plan.schemas
    guard !listed.isEmpty else {
      throw SwiftDataError(.unknownSchema, "the plan \(planName) has no schemas")
    }
    let versions = Set(listed.map { $0.versionIdentifier })
    isUnversioned = listed.count > 1 && versions.count == 1
    guard isUnversioned || versions.count == listed.count else {
      let doubled = versions.sorted().compactMap { version -> String? in
        let names = listed.filter { $0.versionIdentifier == version }.map { "\($0)" }
        guard names.count > 1 else { return nil }
        return "\(names.joined(separator: " and ")) both have version \(version)"
      }
      throw SwiftDataError(
        .unknownSchema,
        "in the plan \(planName) \(doubled.joined(separator: ", ")): give each schema a "
          + "versionIdentifier of its own")
    }
    schemas =
      isUnversioned
      ? listed : listed.sorted { $0.versionIdentifier < $1.versionIdentifier }
  }

  /// The place of a schema among the others; nil if the plan lacks it.
  func position(of schema: any VersionedSchema.Type) -> Int? {
    schemas.firstIndex { $0 == schema }
  }

  /// How messages call a schema.
  func name(of schema: any VersionedSchema.Type) -> String {
    isUnversioned ? String(describing: schema) : schema.versionIdentifier.description
  }

  /// All schemas by the names that messages call them.
  var names: String { schemas.map(name(of:)).joined(separator: ", ") }
}
