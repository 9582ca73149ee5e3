import DocumentTables
import Synchronization

/// A probe for whether a read happens inside `withObservationTracking`.
///
/// A registrar takes more memory than all other state of an object, so it is created at the first
/// tracked read. Only a tracking scope hashes the key path of each access, so the probe's key path
/// counts how often it is hashed. If another thread adds to the count, a registrar is created
/// early, which is harmless.
private final class ObservationProbe: Observable, Sendable {
  struct Marker: Hashable, Sendable {
    func hash(into hasher: inout Hasher) {
      ObservationProbe.hits.add(1, ordering: .relaxed)
      hasher.combine(0)
    }
  }

  static let hits = Atomic<Int>(0)
  private static let shared = ObservationProbe()
  private let keyPath = \ObservationProbe[Marker()]
  private let registrar = ObservationRegistrar()

  subscript(marker: Marker) -> Int { 0 }

  static var isTracking: Bool {
    let before = hits.load(ordering: .relaxed)
    let probe = shared
    probe.registrar.access(probe, keyPath: probe.keyPath)
    return hits.load(ordering: .relaxed) != before
  }
}

extension _ModelState {
  /// Whether a read of the object has been tracked or is being tracked.
  @usableFromInline
  var isWatched: Bool { hasExtras && hasRegistrar || ObservationProbe.isTracking }
}

extension PersistentModel {
  func _$access<Member>(_ keyPath: () -> KeyPath<Self, Member>) {
    if _$state.isWatched { _$noteAccess(keyPath()) }
  }

  @usableFromInline
  func _$noteAccess<Member>(_ keyPath: KeyPath<Self, Member>) {
    let registrar = _$state.registrar ?? ObservationRegistrar()
    if _$state.registrar == nil {
      _$state.registrar = registrar
      _$state.core?.noteObserver()
    }
    registrar.access(self, keyPath: keyPath)
  }

  func _$withMutation<Member>(_ keyPath: () -> KeyPath<Self, Member>, _ body: () -> Void) {
    guard let registrar = _$inTurn({ _$state.registrar }) else { return _$inTurn(body) }
    // Observers run without the turn, because they may wait for another thread.
    registrar.withMutation(of: self, keyPath: keyPath()) { _$inTurn(body) }
  }

  /// Reads or changes the object, in turn if threads take turns.
  func _$inTurn<Answer>(_ body: () -> Answer) -> Answer {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    return body()
  }

  /// Notifies the observers of one property that it has changed.
  func _$notify(slot: Int) {
    guard let registrar = _$state.registrar else { return }
    // Accessors use the key path of the class that declares the property, which differs from that
    // of a subclass.
    var declaring: any PersistentModel.Type = type(of: self)
    while let parent = declaring._$superentity, slot < parent._$propertyCount { declaring = parent }
    declaring.schemaMetadata[slot].notify?(self, registrar)
  }

  func _$notifyAll() {
    guard _$state.registrar != nil else { return }
    for slot in 0..<type(of: self)._$propertyCount { _$notify(slot: slot) }
  }
}
