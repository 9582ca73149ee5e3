extension String {
  /// The text for a message: in quotation marks if it would be invisible without.
  package var quotedIfBlank: String {
    unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "\"\(self)\"" : self
  }
}
