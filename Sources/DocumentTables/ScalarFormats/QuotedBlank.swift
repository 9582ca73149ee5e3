extension String {
  /// A text as sentences name it: in quotation marks where nothing of it would be seen.
  package var quotedIfBlank: String {
    unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "\"\(self)\"" : self
  }
}
