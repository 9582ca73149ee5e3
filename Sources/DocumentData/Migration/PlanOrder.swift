/// The schemas of a migration plan, oldest first.
///
/// Versions define the order. If all schemas have the same version, because none states its own,
/// the order of the list applies, and documents are identified by their shape.
struct PlanOrder {
  let planName: String
  let schemas: [any VersionedSchema.Type]
  /// Whether all schemas have one version.
  let isUnversioned: Bool

  /// - Throws: ``SwiftDataError/unknownSchema`` if the plan has no schemas, if the text of a frozen version
  ///   is no schema, or if some schemas share a version and others do not.
  init(_ plan: any SchemaMigrationPlan.Type) throws {
    planName = String(describing: plan)
    let listed = plan.schemas
    guard !listed.isEmpty else {
      throw SwiftDataError(.unknownSchema, "the plan \(planName) has no schemas")
    }
    for case let frozen as any FrozenVersion.Type in listed { try frozen.statedSchema() }
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

  /// Returns the position of a schema in the order; nil if the plan does not contain it.
  func position(of schema: any VersionedSchema.Type) -> Int? {
    schemas.firstIndex { $0 == schema }
  }

  /// Returns the name of a schema in messages.
  func name(of schema: any VersionedSchema.Type) -> String {
    isUnversioned ? String(describing: schema) : schema.versionIdentifier.description
  }

  /// The names of all schemas in messages.
  var names: String { schemas.map(name(of:)).joined(separator: ", ") }
}
