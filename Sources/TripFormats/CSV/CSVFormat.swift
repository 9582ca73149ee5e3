extension TripFormat {
  /// Tables of spreadsheets and of other programs: RFC 4180 and its dialects.
  public static let csv = TripFormat(
    FormatDefinition(
      name: "csv", title: "CSV", suffixes: [".csv", ".tsv"], mediaType: "text/csv",
      losses: [
        "orders of lists that are not those of the keys", "attachments, such as images",
        "extension records of other programs and formats", "data of other programs in objects",
        "data that a migration carries", "the history",
        "whether a list without members is empty or null",
      ],
      begins: { CSVDialect.begins(Array($0.prefix(probedBytes))) },
      mayBegin: { CSVDialect.mayBegin(Array($0.prefix(probedBytes))) },
      model: .table(CSVExport.export)))
}
