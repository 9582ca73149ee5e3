import DocumentTables

/// What a fetch has found, made into objects batch by batch as they are accessed.
///
/// The collection keeps which objects were found and their order, not the objects: those of the
/// batch accessed last are kept, every other object lives as long as somebody holds it. So its
/// elements stay the same whatever happens afterwards, and show what has happened: an object that
/// was changed has its current values, whether or not they would still be found; one that was
/// deleted stays in the collection as the deleted object that it is, with its last values.
///
/// Like the context that made it, a collection is confined to the thread or actor that uses it.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let batches: FetchedBatches<Element>

  /// The count of the elements, and the work to make those of a range.
  init(count: Int, batchSize: Int, make: @escaping (Range<Int>) -> [Element]) {
    batches = FetchedBatches(count: count, batchSize: batchSize, make: make)
  }

  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { batches.count }

  /// The element at a position, which must be valid.
  public subscript(position: Int) -> Element {
    precondition(indices.contains(position), "there is no element at \(position)")
    return batches.element(at: position)
  }
}

/// Makes elements batch by batch and keeps the last batch.
private final class FetchedBatches<Element> {
  let count: Int
  private let batchSize: Int
  private let make: (Range<Int>) -> [Element]
  private var current: (range: Range<Int>, elements: [Element])

  init(count: Int, batchSize: Int, make: @escaping (Range<Int>) -> [Element]) {
    self.count = count
    self.batchSize = max(1, batchSize)
    self.make = make
    current = (0..<0, [])
  }

  func element(at position: Int) -> Element {
    if !current.range.contains(position) {
      let start = position - position % batchSize
      let range = start..<(start + min(batchSize, count - start))
      current = (range, make(range))
    }
    return current.elements[position - current.range.lowerBound]
  }
}
