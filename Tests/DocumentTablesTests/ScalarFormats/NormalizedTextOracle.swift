@_spi(_Unicode) import Swift

/// What the standard library decomposes scalars to.
enum NormalizedTextOracle {
  static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(Character(scalar))._nfd)
  }
}
