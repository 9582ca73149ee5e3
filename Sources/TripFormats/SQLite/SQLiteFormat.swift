extension TripFormat {
  /// SQLite files with a table for each entity, for queries and edits in SQL.
  public static let sqlite = TripFormat(
    FormatDefinition(
      name: "sqlite", title: "SQLite", suffixes: [".sqlite", ".sqlite3", ".db"],
      mediaType: "application/vnd.sqlite3",
      isText: false,
      losses: [
        "attachments, such as images", "extension records of other programs and formats",
        "data of other programs in objects", "data that a migration carries", "the history",
        "whether a list without members is empty or null",
        "NaN where a number may be null, and the sign of zero",
      ],
      begins: { SQLiteFile.begins($0) },
      model: .database(SQLiteExport.export)))
}
