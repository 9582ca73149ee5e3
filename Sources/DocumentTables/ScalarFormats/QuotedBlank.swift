extension String {
  /// The text for a message, in quotation marks if it is empty or only white space.
  package var quotedIfBlank: String {
    unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "\"\(self)\"" : self
  }
}
