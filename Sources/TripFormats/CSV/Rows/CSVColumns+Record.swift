import DocumentTables

// What a document keeps of the columns of a file.
extension CSVColumns {
  init?(_ tree: Tree) {
    guard let items = tree["columns"]?.arrayValue, let entity = tree["entity"]?.textValue else {
      return nil
    }
    columns = items.map { item in
      let field = item["field"]?.textValue.flatMap { CSVField(header: $0) }
      var column = Column(name: item["name"]?.textValue ?? "", field: field)
      column.order = item["days"]?.textValue.flatMap(DayOrder.init) ?? .dayFirst
      column.hasOnlyDays = item["midnights"]?.boolValue ?? false
      column.cancels = item["cancels"]?.boolValue ?? false
      column.namesLegs = item["namesLegs"]?.boolValue ?? false
      column.statesWholeDays = item["wholeDays"]?.boolValue ?? false
      column.currency = item["currency"]?.textValue
      if item["unhinted"]?.boolValue ?? false { column.dropHint() }
      return column
    }
    self.entity = entity
    isOwn = tree["own"]?.boolValue ?? false
    hasSeveralKinds = tree["severalKinds"]?.boolValue ?? false
    hasItemsOfHours = tree["itemsOfHours"]?.boolValue ?? false
    kindEdition = tree["kinds"]?.integerValue ?? 1
    hasDecimalComma = tree["decimalComma"]?.boolValue ?? false
    timeZone = FloatingZone.name(in: tree)
    fallbackName = tree["name"]?.textValue ?? ""
    language = tree["language"]?.textValue.flatMap(DateLanguage.init)
    epoch = tree["epoch"]?.integerValue.flatMap(SerialEpoch.init) ?? .year1900
    edition = TimeEdition(in: tree)
  }

  var tree: Tree {
    var members: [String: Tree] = [
      "columns": .array(
        columns.map { column in
          var members: [String: Tree] = ["name": .text(column.name)]
          members["field"] = column.field.map { .text($0.name) }
          if case .moment = column.field {
            members["days"] = .text(column.order.rawValue)
            if column.hasOnlyDays { members["midnights"] = .bool(true) }
          }
          // Columns that earlier versions kept lack these members, so their words stay what they were.
          if column.cancels { members["cancels"] = .bool(true) }
          if column.namesLegs { members["namesLegs"] = .bool(true) }
          if column.statesWholeDays { members["wholeDays"] = .bool(true) }
          members["currency"] = column.currency.map { .text($0) }
          if column.isUnhinted { members["unhinted"] = .bool(true) }
          return .members(members)
        }),
      "entity": .text(entity), "own": .bool(isOwn), "decimalComma": .bool(hasDecimalComma),
      "name": .text(fallbackName),
    ]
    members["language"] = language.map { .text($0.rawValue) }
    if hasSeveralKinds { members["severalKinds"] = .bool(true) }
    if hasItemsOfHours { members["itemsOfHours"] = .bool(true) }
    if kindEdition != 1 { members["kinds"] = .integer(kindEdition) }
    if epoch != .year1900 { members["epoch"] = .integer(epoch.rawValue) }
    FloatingZone.state(timeZone, in: &members)
    edition.state(in: &members)
    return .members(members)
  }
}
