/// What a reader accepts before it gives up on hostile or damaged input.
@usableFromInline package struct MarkupLimits: Equatable, Sendable {
  /// How many containers or elements may be open at once.
  @usableFromInline package var depth: Int
  /// The longest single text, in bytes as it stands in the input.
  @usableFromInline package var textBytes: Int

  package init(depth: Int = 128, textBytes: Int = 64 << 20) {
    self.depth = depth
    self.textBytes = textBytes
  }

  /// A depth of 128 and texts of 64 MiB.
  package static let standard = MarkupLimits()
}
