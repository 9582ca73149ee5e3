/// A table that assigns a small number to every name of a document.
///
/// libxml2 keeps one copy of each name and each namespace during a parse. After the first
/// occurrence, two addresses therefore identify a name, and no text is compared.
struct XMLNameTable {
  private struct Slot {
    var local: UInt = 0
    var namespace: UInt = 0
    var identifier: Int32 = 0
  }

  /// The names by number.
  private(set) var names: [XMLName] = []
  private var identifiers: [XMLName: Int32] = [:]
  /// A hash table with open addressing; the count is a power of two, and at least half of the slots
  /// are free.
  private var slots = [Slot](repeating: Slot(), count: 64)
  private var usedSlots = 0

  /// Returns the number of a name that is expected or has been read.
  mutating func identifier(of name: XMLName) -> Int32 {
    if let known = identifiers[name] { return known }
    // A document of 2 GiB cannot contain enough names to overflow.
    let identifier = Int32(truncatingIfNeeded: names.count)
    names.append(name)
    identifiers[name] = identifier
    return identifier
  }

  /// Returns the number of a name given by addresses, which must stay unique as long as the table
  /// is used.
  @inline(__always)
  mutating func identifier(
    local: UnsafePointer<UInt8>, namespace: UnsafePointer<UInt8>?
  ) -> Int32 {
    let localAddress = UInt(bitPattern: local)
    let namespaceAddress = UInt(bitPattern: namespace)
    var index = firstIndex(localAddress, namespaceAddress)
    while slots[index].local != 0 {
      if slots[index].local == localAddress, slots[index].namespace == namespaceAddress {
        return slots[index].identifier
      }
      index = (index &+ 1) & (slots.count &- 1)
    }
    return addSlot(local, namespace)
  }

  @inline(__always)
  private func firstIndex(_ local: UInt, _ namespace: UInt) -> Int {
    let mixed = (local ^ (namespace << 5)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (slots.count &- 1)
  }

  @inline(never)
  private mutating func addSlot(
    _ local: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?
  ) -> Int32 {
    // Bound: both are strings of libxml2 that end with a zero byte.
    let name = XMLName(
      namespace: namespace.map { String(cString: $0) } ?? "", local: String(cString: local))
    let slot = Slot(
      local: UInt(bitPattern: local), namespace: UInt(bitPattern: namespace),
      identifier: identifier(of: name))
    if (usedSlots + 1) * 2 > slots.count {
      let old = slots
      slots = [Slot](repeating: Slot(), count: old.count * 2)
      for slot in old where slot.local != 0 { place(slot) }
    }
    place(slot)
    usedSlots += 1
    return slot.identifier
  }

  private mutating func place(_ slot: Slot) {
    var index = firstIndex(slot.local, slot.namespace)
    while slots[index].local != 0 { index = (index &+ 1) & (slots.count &- 1) }
    slots[index] = slot
  }
}
