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
}
