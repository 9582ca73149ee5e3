import DocumentFile
import DocumentTables

/// The names of columns that are read from tables of other programs, by what they mean.
package struct CSVColumnList: Sendable {
  /// One meaning.
  package struct Entry: Sendable {
    /// The name that states the meaning, as for `--columns`.
    package let name: String
    /// What a column of it is of each object, such as `Stay.checkinDate`.
    package let attributes: [String]
    /// The other words for it, by the tag of their language.
    package let words: [(language: String, words: [String])]
  }

  package let entries: [Entry]

  /// Makes the list of the schema that importers speak.
  package init() throws(DocumentError) {
    let schema = try TripSchema.released()
    let columns = CSVColumns(names: [], schema: schema.tables)
    let layout = CSVLayout(schema.tables)
    let plans = ["Trip", "Stay", "Leg", "BucketListItem", "Participant"].compactMap {
      CSVEntityPlan($0, columns, schema, layout)
    }
    entries = CSVField.listed.map { field in
      Entry(
        name: field.name, attributes: plans.flatMap { Self.attributes(field, $0) },
        words: DateLanguage.allCases.compactMap { language in
          let words =
            language == .english
            ? CSVField.words(for: field) : CSVHeaderWords.words(for: field, in: language)
          return words.isEmpty ? nil : (language.rawValue, words)
        })
    }
  }

  private static func attributes(_ field: CSVField, _ plan: CSVEntityPlan) -> [String] {
    let entity = plan.entity.name
    let names: [String]
    if case .moment(let edge, let part) = field, part != .zone {
      let (day, time) = MomentNames(entity).names(edge)
      names = part == .day ? [day] : part == .clock ? [time] : [day, time]
    } else {
      names = plan.property(field).map { [$0] } ?? []
    }
    return names.filter { plan.entity.column(of: $0) != nil }.map { "\(entity).\($0)" }
  }
}
