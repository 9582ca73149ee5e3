/// Which entity of its hierarchy each row of a segment is.
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

  /// Adds the rows of each entity to counts by discriminator, which have a place for each entity.
  package func count(rows: Int, into counts: inout [Int]) {
    switch self {
    case .constant(let discriminator): counts[Int(discriminator)] += rows
    case .list(let discriminators):
      for discriminator in discriminators { counts[Int(discriminator)] += 1 }
    }
  }
}
