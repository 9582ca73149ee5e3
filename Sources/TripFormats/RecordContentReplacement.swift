import DocumentTables

extension ExtensionRecord {
  /// Returns a record that this library keeps of a file of another program with other content; nil for any other record.
  ///
  /// What says how the content is to be read stays, so the copy can be written in the format of the file. Digests of what
  /// an import made stay, too; ``ContentCopy`` replaces them.
  ///
  /// - Parameters:
  ///   - schema: The schema of the document.
  ///   - replacement: Returns the replacement of a text, a URL, a day, a number or a tree of these, the same one for
  ///     equal trees.
  package func replacingContent(
    in schema: TableSchema, _ replacement: (Tree) -> Tree
  ) -> ExtensionRecord? {
    replacingCalendarContent(replacement) ?? replacingReservationContent(replacement)
      ?? replacingFeatureContent(replacement) ?? replacingTableContent(in: schema, replacement)
  }
}
