/// Limits that protect a reader from hostile or damaged input.
@usableFromInline package struct MarkupLimits: Equatable, Sendable {
  /// The maximum number of open containers or elements.
  @usableFromInline package var depth: Int
  /// The maximum length of a single text, in bytes of the input.
  @usableFromInline package var textBytes: Int

  package init(depth: Int = 128, textBytes: Int = 64 << 20) {
    self.depth = depth
    self.textBytes = textBytes
  }

  /// A depth of 128 and texts of 64 MiB.
  package static let standard = MarkupLimits()
}
