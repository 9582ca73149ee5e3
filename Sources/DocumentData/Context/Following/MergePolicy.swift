import DocumentTables

/// A rule for a save of changes that contradict what another process has saved meanwhile.
///
/// Changes of different objects, and of different properties of one object, do not contradict each
/// other: the save merges them. Lists merge by element.
///
/// The names are those of Core Data's merge policies; SwiftData has no such rule. Changes of several
/// contexts of one process need none: the context that saves later wins.
public enum MergePolicy: Sendable {
  /// The save throws ``SwiftDataError/mergeConflict``, which lists the conflicts, and saves nothing.
  case error
  /// The context wins, property by property.
  case mergeByPropertyObjectTrump
  /// The other process wins, property by property.
  case mergeByPropertyStoreTrump
  /// A function decides about each conflict.
  case resolve(@Sendable (MergeConflict) -> MergeConflict.Resolution)

  func resolution(of conflict: MergeConflict) -> MergeConflict.Resolution? {
    switch self {
    case .error: nil
    case .mergeByPropertyObjectTrump: .mine
    case .mergeByPropertyStoreTrump: .theirs
    case .resolve(let decide): decide(conflict)
    }
  }
}

/// A change of a context that contradicts what another process has saved.
public struct MergeConflict: Sendable, CustomStringConvertible {
  /// What the context and the other process have done.
  public enum Kind: Hashable, Sendable {
    /// Both have changed ``MergeConflict/property``.
    case bothChanged
    /// The context has changed the object, or related another to it, and the other process has
    /// deleted it.
    case deletedThere
    /// The context has deleted the object, and the other process has changed it, or related another
    /// to it.
    case deletedHere
  }

  /// The side that a save takes.
  public enum Resolution: Hashable, Sendable {
    /// The change of the context.
    case mine
    /// The change of the other process.
    case theirs
  }

  /// The object.
  public let identifier: PersistentIdentifier
  /// The property; nil if a deletion contradicts the change of an object.
  public let property: String?
  /// What both sides have done.
  public let kind: Kind
  let base: ConflictValue?
  let mine: ConflictValue?
  let theirs: ConflictValue?

  /// The value in the context; nil if it is none of the type.
  ///
  /// The value of a relationship is a ``PersistentIdentifier`` or an array of them.
  public func mine<T>(as type: T.Type) -> T? { mine?.decoded(as: type) }

  /// The value that the other process has saved; nil if it is none of the type.
  public func theirs<T>(as type: T.Type) -> T? { theirs?.decoded(as: type) }

  /// The value before both changes; nil if it is none of the type.
  public func base<T>(as type: T.Type) -> T? { base?.decoded(as: type) }

  /// The object, the property and the values in words.
  public var description: String {
    let object = "\(identifier.entityName) \(identifier.key)"
    switch kind {
    case .bothChanged:
      let values = [("mine", mine), ("theirs", theirs), ("before", base)].compactMap { name, side in
        side.map { "\(name) \($0.text)" }
      }
      return "\(object), \(property ?? ""): \(values.joined(separator: ", "))"
    case .deletedThere:
      return object + (property.map { ", \($0): its object" } ?? ":")
        + " was deleted by the other process" + (property == nil ? ", and changed here" : "")
    case .deletedHere: return "\(object): it was deleted here, and changed by the other process"
    }
  }
}

/// The conflicts of a save.
struct MergeConflicts: Error, CustomStringConvertible {
  var list: [MergeConflict]

  var description: String { list.map(\.description).joined(separator: "; ") }
}

extension SwiftDataError {
  /// The conflicts of ``mergeConflict``, in the order of the objects; none for other errors.
  public var conflicts: [MergeConflict] { (underlying as? MergeConflicts)?.list ?? [] }

  init(_ conflicts: [MergeConflict]) {
    let first = conflicts.first
    self.init(
      .mergeConflict,
      "another process has changed the same objects; set a merge policy, or roll back",
      entity: first?.identifier.entityName, property: first?.property,
      object: first?.identifier.key, underlying: MergeConflicts(list: conflicts))
  }
}
