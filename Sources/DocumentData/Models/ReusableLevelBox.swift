import Synchronization

/// A spare box for the next object.
///
/// Creating an object for a row evaluates the defaults of its class and discards them at once.
/// Allocating a box for each object would take longer than the rest of its creation.
enum ReusableLevelBox {
  /// The address of an empty box, which counts as a reference to it; zero if there is none.
  private static let spare = Atomic<UInt>(0)

  static func take() -> LevelBox? {
    guard spare.load(ordering: .relaxed) != 0,
      let place = UnsafeRawPointer(bitPattern: spare.exchange(0, ordering: .acquiring))
    else { return nil }
    // Lifetime: `put` has added a reference; the exchange passes it to exactly one caller.
    return Unmanaged<LevelBox>.fromOpaque(place).takeRetainedValue()
  }

  /// Empties a box without other references and keeps it, unless a spare exists or the box is
  /// large.
  static func put(_ box: consuming LevelBox) {
    guard box.observing.isEmpty, box.forwarding == nil, box.slots.count <= 64 else { return }
    for slot in box.slots.indices { box.slots[slot] = .unset }
    let kept = Unmanaged.passRetained(box)
    let address = UInt(bitPattern: kept.toOpaque())
    if !spare.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged {
      // Lifetime: releases the reference that was added above.
      kept.release()
    }
  }
}
