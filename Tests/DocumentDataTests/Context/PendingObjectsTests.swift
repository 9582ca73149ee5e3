import DocumentTables
import Testing

@testable import DocumentData

@Suite("Objects that wait for a save")
struct PendingObjectsTests {
  @Test("are found by their keys and gone through in order, after any changes", arguments: 1...4)
  func asDictionary(seed: UInt64) {
    var state = seed &* 7_919 &+ 1
    func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var pending = PendingObjects()
    var model: [ObjectKey: Layout.Plain] = [:]
    for step in 0..<2_000 {
      let key = ObjectKey(roll(60))
      let object = roll(10) < (step < 1_000 ? 6 : 3) ? Layout.Plain(name: "\(step)") : nil
      pending[key] = object
      model[key] = object
      #expect(pending.count == model.count)
      #expect(pending[key] === object)
    }
    #expect(pending.inOrder().map(\.key) == model.keys.sorted())
    #expect(pending.inOrder().allSatisfy { model[$0.key] === $0.value })
    #expect(Set(pending.keys) == Set(model.keys))
    #expect(pending.values.reduce(0) { count, _ in count + 1 } == model.count)
  }

  @Test("come in the order in which they were added")
  func order() {
    var pending = PendingObjects()
    for key: ObjectKey in [5, 2, 9, 4] { pending[key] = Layout.Plain(name: "\(key)") }
    pending[2] = nil
    pending[2] = Layout.Plain(name: "again")
    #expect(pending.map(\.key) == [5, 9, 4, 2])
    #expect(pending.inOrder().map(\.key) == [2, 4, 5, 9])
    #expect(pending.inOrder { $0._$slotValue(0).stored == .text("again") }.map(\.key) == [2])
  }
}
