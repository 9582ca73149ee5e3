import DocumentTables

/// The stored form of a set: a list in the order of its elements' canonical texts, so that equal
/// sets have equal forms.
struct SetForm {
  private let list: ListForm
  private let element: _AttributeType

  init(_ element: _AttributeType) {
    self.element = element
    list = ListForm(element)
  }

  var type: AttributeType { list.type }

  func value(of elements: [Value]) -> Value {
    let sorted = elements.map { ($0, CanonicalJSON.bytes(of: Tree($0, of: element.type))) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    return list.value(of: sorted.map(\.0))
  }

  /// Returns nil if the value is not a list of such elements.
  func elements(of value: Value) -> [Value]? { list.elements(of: value) }
}
