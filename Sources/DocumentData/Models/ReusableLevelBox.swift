import Synchronization

/// A box that the next object can have.
///
/// An object that is made for a row runs the defaults of its class and forgets them at once: with a
/// box of its own for each, that would take longer than everything else about it.
enum ReusableLevelBox {
  /// The address of a box that holds nothing, with a reference; zero where there is none.
  private static let spare = Atomic<UInt>(0)

  static func take() -> LevelBox? {
    guard spare.load(ordering: .relaxed) != 0,
      let place = UnsafeRawPointer(bitPattern: spare.exchange(0, ordering: .acquiring))
    else { return nil }
    // Lifetime: `put` has added a reference; whoever takes the address out has it.
    return Unmanaged<LevelBox>.fromOpaque(place).takeRetainedValue()
  }

  /// Empties a box that nobody else holds and keeps it, unless there is one already or it is large.
  static func put(_ box: consuming LevelBox) {
    guard box.observing.isEmpty, box.forwarding == nil, box.slots.count <= 64 else { return }
    for slot in box.slots.indices { box.slots[slot] = .unset }
    let kept = Unmanaged.passRetained(box)
    let address = UInt(bitPattern: kept.toOpaque())
    if !spare.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged {
      // Lifetime: the reference that was added above.
      kept.release()
    }
  }
}
