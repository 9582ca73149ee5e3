import DocumentTables

/// A group of losses that differ only in object, value and guard, stored in columns.
///
/// A million losses are usually a handful of groups; each loss stores only its key, value and
/// guard.
package struct LossGroup: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var stage: LossStage
    package var kind: LossKind
    package var reason: LossReason
    package var hierarchy: String
    package var entity: String
    package var olderEntity: String?
    package var property: String?
    /// For `object`: the names of the properties, in the order of the values.
    package var properties: [String] = []
    package var isRecoverable = true
  }

  package var header: Header
  /// The keys of the objects, in ascending order.
  package var keys: [ObjectKey] = []
  /// One value for each key, but none for `entity` and `added`; for `object`, each value is an
  /// array of property values.
  package var values: [Tree] = []
  /// One guard for each key; empty if only the presence or absence of the objects is checked.
  package var guards: [Tree] = []

  package init(_ header: Header) { self.header = header }

  package var count: Int { keys.count }

  package func loss(at index: Int) -> Loss {
    Loss(
      stage: header.stage, kind: header.kind, reason: header.reason, hierarchy: header.hierarchy,
      entity: header.entity, olderEntity: header.olderEntity, key: keys[index],
      property: header.property, value: value(at: index),
      guardValue: guards.isEmpty ? nil : guards[index], isRecoverable: header.isRecoverable)
  }

  private func value(at index: Int) -> Tree {
    guard values.indices.contains(index) else { return .null }
    guard header.kind == .object, case .array(let items) = values[index] else {
      return values[index]
    }
    return .object(zip(header.properties, items).map { TreeMember($0, $1) })
  }

  /// Returns a group of the entries of some objects.
  package func subset(where isIncluded: (ObjectKey) -> Bool) -> LossGroup {
    let places = keys.indices.filter { isIncluded(keys[$0]) }
    return places.count == count ? self : subset(places)
  }

  /// Returns a group of the entries at the given positions, in the order of these.
  func subset(_ places: [Int]) -> LossGroup {
    var group = LossGroup(header)
    group.keys = places.map { keys[$0] }
    if !values.isEmpty { group.values = places.map { values[$0] } }
    if !guards.isEmpty { group.guards = places.map { guards[$0] } }
    return group
  }
}

extension LossGroup.Header {
  /// Compares groups by hierarchy, kind, entity, property, reason and older entity, then by whether
  /// they are recoverable.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    namesPrecede(left.names, right.names)
  }

  private var names: [String] {
    [
      hierarchy, String(LossKind.allCases.firstIndex(of: kind) ?? 0), entity, property ?? "",
      reason.rawValue, olderEntity ?? "", isRecoverable ? "0" : "1",
    ]
  }
}
