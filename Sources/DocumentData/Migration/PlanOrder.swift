/// The schemas of a migration plan, the oldest first.
///
/// Versions give the order. A plan in which nobody states a version has one version everywhere:
/// there the order of the list counts, and documents are told apart by their shape.
struct PlanOrder {
  let schemas: [any VersionedSchema.Type]
  /// Whether all schemas have one version.
  let isUnversioned: Bool

  /// - Throws: ``SwiftDataError/unknownSchema`` where some schemas have one version and others not.
  init(_ plan: any SchemaMigrationPlan.Type) throws {
    let listed = plan.schemas
    let versions = Set(listed.map { $0.versionIdentifier })
    isUnversioned = listed.count > 1 && versions.count == 1
    guard isUnversioned || versions.count == listed.count else {
      let doubled = versions.sorted().first { version in
        listed.filter { $0.versionIdentifier == version }.count > 1
      }
      throw SwiftDataError(
        .unknownSchema,
        "two schemas of \(plan) have one version, \(doubled.map(\.description) ?? ""): give each a "
          + "versionIdentifier of its own")
    }
    schemas =
      isUnversioned
      ? listed : listed.sorted { $0.versionIdentifier < $1.versionIdentifier }
  }

  /// Whether a schema comes before another; one that is not in the list by its version alone.
  func isOlder(_ left: any VersionedSchema.Type, _ right: any VersionedSchema.Type) -> Bool {
    guard isUnversioned, let first = position(of: left), let second = position(of: right) else {
      return left.versionIdentifier < right.versionIdentifier
    }
    return first < second
  }

  private func position(of schema: any VersionedSchema.Type) -> Int? {
    schemas.firstIndex { $0 == schema }
  }

  /// How messages call a schema.
  func name(of schema: any VersionedSchema.Type) -> String {
    isUnversioned ? String(describing: schema) : schema.versionIdentifier.description
  }
}
