import Synchronization

/// The permanent identifiers that a store gives to the new objects of one save.
///
/// The snapshots of a request share it. A store that copies each under its permanent identifier, and
/// remaps no relationships, then still writes snapshots that refer to one another as they should.
final class IdentifierRemapping: Sendable {
  private let permanent = Mutex<[PersistentIdentifier: PersistentIdentifier]>([:])

  func note(_ temporary: PersistentIdentifier, is identifier: PersistentIdentifier) {
    permanent.withLock { $0[temporary] = identifier }
  }

  func resolved(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    guard identifier.isTemporary else { return identifier }
    return permanent.withLock { $0[identifier] } ?? identifier
  }
}
