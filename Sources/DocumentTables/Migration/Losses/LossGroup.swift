/// Losses that differ in object, value and guard only, in columns.
///
/// A million losses are usually a handful of groups; nothing but key, value and guard is stored for
/// each.
package struct LossGroup: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var stage: LossStage
    package var kind: LossKind
    package var reason: LossReason
    package var hierarchy: String
    package var entity: String
    package var olderEntity: String?
    package var property: String?
    /// Of `object`: the names of the values, in their order.
    package var properties: [String] = []
    package var isRecoverable = true
  }

  package var header: Header
  /// Ascending.
  package var keys: [ObjectKey] = []
  /// One for each key, but none of `entity` and `added`; of `object`, an array of values each.
  package var values: [Tree] = []
  /// One for each key, or none: then the object itself is the guard.
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

  /// The entries at some places, in their order.
  func subset(_ places: [Int]) -> LossGroup {
    var group = LossGroup(header)
    group.keys = places.map { keys[$0] }
    if !values.isEmpty { group.values = places.map { values[$0] } }
    if !guards.isEmpty { group.guards = places.map { guards[$0] } }
    return group
  }
}

extension LossGroup.Header {
  /// The order of groups: hierarchy, kind, entity, property, reason, older entity.
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
