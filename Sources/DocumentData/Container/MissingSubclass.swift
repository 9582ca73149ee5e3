import DocumentTables
import Synchronization

/// A subclass of one of a container's models that the container's schema lacks.
///
/// A class does not list its subclasses, so a container learns of a missing one only when it
/// occurs. If data would be lost, there is also an error: when such an object is saved, and when a
/// document that contains such objects is opened.
public struct MissingSubclass: Hashable, Sendable, CustomStringConvertible {
  /// The place where the subclass occurs.
  public enum Place: Hashable, Sendable {
    /// In a document's schema, without objects in the document: the next save drops the subclass
    /// from the document.
    case document
    /// On an object that was inserted, or related to an object of a context: the save throws.
    case object
  }

  /// The entity's name: the last part of the class name.
  public let entity: String
  /// The nearest superentity in the container's schema.
  public let superentity: String
  /// The place where the subclass occurs.
  public let place: Place

  /// The missing class and the remedy.
  public var description: String {
    let found =
      place == .document ? "the document's schema has it" : "an object of it was inserted"
    return "\(entity) is a subclass of \(superentity), and the container's schema lacks it "
      + "(\(found)): add \(entity).self to the models that the container is made for"
  }
}

extension ModelContainer {
  /// Posted once for each subclass that occurs and that the container's schema lacks.
  ///
  /// The object is the container; the user information contains the ``MissingSubclass`` under
  /// ``missingSubclassKey``. A warning is also written to standard error. SwiftData reports
  /// nothing.
  public static let didFindMissingSubclass = Notification.Name(
    "DocumentData.ModelContainer.didFindMissingSubclass")

  /// The key of the subclass in the user information of ``didFindMissingSubclass``.
  public static let missingSubclassKey = "missingSubclass"

  /// The subclasses that have occurred and that the container's schema lacks, in the order of
  /// occurrence.
  public var missingSubclasses: [MissingSubclass] { core.missingSubclasses.withLock { $0 } }

  /// Writes a warning to standard error.
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
  /// Returns a class as a missing subclass, if the catalog has one of its superclasses but not the
  /// class itself; otherwise nil.
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
