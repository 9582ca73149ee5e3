/// A binary heap, which removes its first element by a comparison in logarithmic time.
struct Heap<Element> {
  private let isBefore: (Element, Element) -> Bool
  private var elements: [Element] = []

  init(isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

  var first: Element? { elements.first }
  var count: Int { elements.count }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(elements[child], elements[parent]) else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Element? {
    guard let last = elements.indices.last else { return nil }
    elements.swapAt(0, last)
    let first = elements.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
        if isBefore(elements[child], elements[smallest]) { smallest = child }
      }
      guard smallest != parent else { return first }
      elements.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
