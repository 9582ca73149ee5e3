/// The kind of token that the next byte of a JSON text begins.
@usableFromInline package enum JSONToken: UInt8, Sendable {
  case objectStart
  case objectEnd
  case arrayStart
  case arrayEnd
  case string
  case number
  case `true`
  case `false`
  case null
  case comma
  case colon
  case endOfInput
  case invalid

  /// The token that begins with `byte`.
  @inlinable package init(startingWith byte: UInt8) {
    switch byte {
    case 0x7B: self = .objectStart
    case 0x7D: self = .objectEnd
    case 0x5B: self = .arrayStart
    case 0x5D: self = .arrayEnd
    case 0x22: self = .string
    case 0x2D, 0x30...0x39: self = .number
    case 0x74: self = .true
    case 0x66: self = .false
    case 0x6E: self = .null
    case 0x2C: self = .comma
    case 0x3A: self = .colon
    default: self = .invalid
    }
  }
}
