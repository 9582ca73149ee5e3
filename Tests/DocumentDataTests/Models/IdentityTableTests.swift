import DocumentTables
import Testing

@testable import DocumentData

@Suite("The table of an identity map")
struct IdentityTableTests {
  @Test(
    "the table finds what a dictionary would, after any insertions and removals", arguments: 1...6)
  func asDictionary(seed: UInt64) {
    // Keys that are far from each other stand together too.
    let spacing = [1, 3, 5_000][Int(seed) % 3]
    var state = seed &* 977 &+ 1
    func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var table = IdentityTable()
    table.reserve(20, spacing: spacing)
    var model: [ObjectKey: Set<UInt>] = [:]
    var nextAddress: UInt = 16
    for step in 0..<6_000 {
      // Grows at first and shrinks in the end; a few keys have several addresses.
      let key = ObjectKey(roll(900) * spacing) &* (step % 7 == 0 ? 1 << 40 : 1)
      if roll(10) < (step < 3_000 ? 7 : 3) {
        nextAddress += 16
        table.insert(nextAddress, orElse: nextAddress, for: key)
        model[key, default: []].insert(nextAddress)
      } else if let address = model[key]?.sorted().first {
        table.remove(key) { $0 == address }
        model[key]?.remove(address)
      } else {
        table.remove(key) { _ in true }
      }
      if step % 200 == 0 {
        for key in model.keys { #expect(addresses(of: key, in: table) == model[key]) }
        #expect(Set(table.all) == model.values.reduce(into: []) { $0.formUnion($1) })
      }
    }
    #expect(table.count == model.values.reduce(0) { $0 + $1.count })
  }

  @Test("entries that come and go in the order of their keys leave no places behind")
  func passing() {
    var table = IdentityTable()
    for key in 0..<20_000 {
      table.insert(UInt(key + 1) * 16, orElse: 0, for: ObjectKey(key))
      if key >= 100 { table.remove(ObjectKey(key - 100)) { _ in true } }
      #expect(table.byteCount < 8_192)
    }
    #expect(Set(table.all) == Set((19_901...20_000).map { UInt($0) * 16 }))
  }

  private func addresses(of key: ObjectKey, in table: IdentityTable) -> Set<UInt> {
    var found: Set<UInt> = []
    _ = table.address(of: key) { address in
      found.insert(address)
      return false
    }
    return found
  }

  @Test("the extreme keys are keys like others")
  func extremes() {
    var table = IdentityTable()
    for (number, key) in [ObjectKey.min, -1, 0, 1, .max].enumerated() {
      table.insert(UInt(number + 1) * 16, orElse: 0, for: key)
    }
    #expect(addresses(of: .min, in: table) == [16])
    #expect(addresses(of: .max, in: table) == [80])
    #expect(addresses(of: 2, in: table).isEmpty)
  }

  @Test(
    "the table takes at most 24 bytes an entry, whatever their number",
    arguments: [2_000, 31_111, 60_000])
  func size(count: Int) {
    var table = IdentityTable()
    if count == 31_111 { table.reserve(1_501) }
    for key in 0..<count {
      table.insert(UInt(key + 1) * 16, orElse: 0, for: ObjectKey(key))
      if key > 1_500 { #expect(table.byteCount <= (key + 1) * 24) }
    }
    for key in 0..<count { table.remove(ObjectKey(key)) { _ in true } }
    #expect(table.count == 0)
    #expect(table.byteCount < 2_048)
  }
}
