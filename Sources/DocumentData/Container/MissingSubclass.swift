import DocumentTables
import Synchronization

/// A subclass of one of a container's models that the container's schema lacks.
///
/// Nothing leads from a class to its subclasses, so a container can only find out where one turns
/// up. Where data would be lost there is an error too: at the save of such an object, and when a
/// document that holds some is opened.
public struct MissingSubclass: Hashable, Sendable, CustomStringConvertible {
  /// Where it turned up.
  public enum Place: Hashable, Sendable {
    /// A document's schema has it, and the document holds no objects of it: the next save drops it
    /// from the document.
    case document
    /// An object of it was inserted, or related to one of a context: the save is refused.
    case object
  }

  /// The entity's name: the last part of the name of the class.
  public let entity: String
  /// The nearest entity above it that the schema has.
  public let superentity: String
  /// Where it turned up.
  public let place: Place

  /// What is missing, and what to do.
  public var description: String {
    let found =
      place == .document ? "the document's schema has it" : "an object of it was inserted"
    return "\(entity) is a subclass of \(superentity), and the container's schema lacks it "
      + "(\(found)): add \(entity).self to the models that the container is made for"
  }
}

extension ModelContainer {
  /// Posted where a subclass turns up that the container's schema lacks, once for each.
  ///
  /// The object is the container; the user information holds the ``MissingSubclass`` below
  /// ``missingSubclassKey``. A line on the standard error says so too. Not SwiftData's, which says
  /// nothing.
  public static let didFindMissingSubclass = Notification.Name(
    "DocumentData.ModelContainer.didFindMissingSubclass")

  /// Where the user information of ``didFindMissingSubclass`` holds the subclass.
  public static let missingSubclassKey = "missingSubclass"

  /// The subclasses of the container's models that have turned up and that its schema lacks, in the
  /// order in which they did.
  public var missingSubclasses: [MissingSubclass] { core.missingSubclasses.withLock { $0 } }

  /// Writes a warning to the standard error.
  static func warn(_ words: String) {
    try? FileHandle.standardError.write(contentsOf: Data("warning: \(words)\n".utf8))
  }

  /// Warns of a missing subclass, once.
  func warn(of subclass: MissingSubclass) {
    let isNew = core.missingSubclasses.withLock { known in
      guard !known.contains(subclass) else { return false }
      known.append(subclass)
      return true
    }
    guard isNew else { return }
    Self.warn("\(subclass)")
    NotificationCenter.default.post(
      name: Self.didFindMissingSubclass, object: self,
      userInfo: [Self.missingSubclassKey: subclass])
  }
}

extension ModelCatalog {
  /// Whether a class that the catalog lacks is a subclass of one that it has.
  func missingSubclass(_ type: any PersistentModel.Type) -> MissingSubclass? {
    guard description(of: type) == nil else { return nil }
    var ancestor = type._$superentity
    while let next = ancestor {
      if description(of: next) != nil {
        return MissingSubclass(
          entity: Schema.entityName(of: type), superentity: Schema.entityName(of: next),
          place: .object)
      }
      ancestor = next._$superentity
    }
    return nil
  }
}
