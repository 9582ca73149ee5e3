/// What jobs work on.
final class Setting {
  let files: DocumentFiles
  private let rows: Int
  private var made: Collection?

  init(_ options: Options, _ series: Series) throws {
    rows = options.rows
    files = try DocumentFiles(options, series)
  }

  /// A document in memory, made when first asked for.
  func collection() throws -> Collection {
    if let made { return made }
    Progress.say("Making up \(rows) trips in memory…")
    let collection = try Collection(count: rows)
    made = collection
    return collection
  }
}
