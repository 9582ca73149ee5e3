import DocumentTables

/// The results of a fetch, whose objects are created batch by batch on access.
///
/// The collection stores the identity and order of the objects, not the objects. It keeps the
/// objects of the batch that was accessed last; every other object lives as long as it is
/// referenced elsewhere. Later changes affect the elements as follows:
///
/// - The number and order of the elements never change.
/// - A changed object shows its current values, even if the fetch would not find it any more.
/// - A deleted object stays in the collection as a deleted object with its last values.
///
/// Like the context that created it, a collection is confined to the thread or actor that uses it.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let batches: FetchedBatches<Element>

  /// Creates a collection from the number of elements and a closure that creates those of a range.
  init(
    count: Int, batchSize: Int, of confinement: Confinement,
    make: @escaping (Range<Int>) -> [Element]
  ) {
    batches = FetchedBatches(
      count: count, batchSize: batchSize, of: confinement, make: make)
  }

  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { batches.count }

  /// The element at a valid position.
  public subscript(position: Int) -> Element {
    precondition(indices.contains(position), "there is no element at \(position)")
    return batches.confinement.inTurn { batches.element(at: position) }
  }
}

/// Creates elements batch by batch, and keeps the last batch.
private final class FetchedBatches<Element> {
  let count: Int
  private let batchSize: Int
  let confinement: Confinement
  private let make: (Range<Int>) -> [Element]
  private var current: (range: Range<Int>, elements: [Element])

  init(
    count: Int, batchSize: Int, of confinement: Confinement,
    make: @escaping (Range<Int>) -> [Element]
  ) {
    self.count = count
    self.batchSize = max(1, batchSize)
    self.confinement = confinement
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
