/// The entities of a segment's rows, as discriminators within their hierarchy.
@usableFromInline
package enum EntityColumn: Hashable, Sendable {
  case constant(UInt16)
  case list([UInt16])

  @inlinable package subscript(row: Int) -> UInt16 {
    switch self {
    case .constant(let discriminator): discriminator
    case .list(let discriminators): discriminators[row]
    }
  }

  /// Adds the number of rows of each entity to `counts`, which has an element for each
  /// discriminator.
  package func count(rows: Int, into counts: inout [Int]) {
    switch self {
    case .constant(let discriminator): counts[Int(discriminator)] += rows
    case .list(let discriminators):
      for discriminator in discriminators { counts[Int(discriminator)] += 1 }
    }
  }
}
