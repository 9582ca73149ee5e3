import DocumentTables
import Testing

@Suite("Values are equal exactly if they are written the same way")
struct ValueEqualityTests {
  @Test("NaN of any bits is one value, 0 and −0 are two")
  func numbers() {
    let odd = Double(bitPattern: 0xFFF8_0000_0000_0001)
    #expect(Value.double(.nan) == .double(odd))
    #expect(Value.date(.nan) == .date(odd))
    #expect(Tree.double(.nan) == .double(odd))
    #expect(Set([Value.double(.nan), .double(odd), .double(-.nan)]).count == 1)
    #expect(Set([Tree.date(.nan), .date(odd)]).count == 1)
    #expect(Value.double(0) != .double(-0.0))
    #expect(Tree.double(0) != .double(-0.0))
    #expect(Value.double(1) != .date(1))
    #expect(Tree.integer(1) != .double(1))
  }

  // Spec 4.9-1
  @Test("texts are compared scalar for scalar")
  func texts() {
    #expect(Value.text("\u{E9}") != .text("e\u{301}"))
    #expect(Tree.text("\u{E9}") != .text("e\u{301}"))
    #expect(TreeMember("\u{E9}", .null) != TreeMember("e\u{301}", .null))
    #expect(Set([Value.text("\u{E9}"), .text("e\u{301}")]).count == 2)
  }
}
