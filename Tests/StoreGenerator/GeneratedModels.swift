extension StoreModel {
  /// The model of the store that `MeasuredStoreTests` compares with, and of the sample in `samples/stores`.
  package static let users = StoreModel(
    [
      StoreEntity(
        "User",
        [
          .attribute(StoreAttribute("createdAt", .date, optional: true)),
          .attribute(StoreAttribute("email", .string, optional: true)),
          .attribute(StoreAttribute("name", .string, optional: true)),
        ])
    ], version: "2.0.0")

  /// A model with a property of every kind.
  package static let everything = StoreModel(
    [scalars, author, book, tag, folder, attachment, passport] + library, version: "3.1.0")

  private static let scalars = StoreEntity(
    "Scalars", uniqueness: [["serial"], ["code", "int32"]],
    indexes: [["date"], ["bool", "double"]],
    kinds.flatMap { name, kind -> [StoreProperty] in
      [
        .attribute(StoreAttribute(name, kind)),
        .attribute(
          StoreAttribute(
            "maybe" + name.prefix(1).uppercased() + name.dropFirst(), kind, optional: true)),
      ]
    } + [
      .attribute(StoreAttribute("serial", .int64)),
      .attribute(StoreAttribute("code", .string, keepsValueInHistory: true)),
      .attribute(StoreAttribute("picture", .binary, optional: true, external: true)),
      .attribute(StoreAttribute("settings", .transformable(.dictionary), optional: true)),
      .attribute(StoreAttribute("seal", .transformable(.opaque), optional: true)),
    ])

  private static let kinds: [(String, StoreAttribute.Kind)] = [
    ("int16", .int16), ("int32", .int32), ("int64", .int64), ("decimal", .decimal),
    ("double", .double), ("float", .float), ("string", .string), ("bool", .bool), ("date", .date),
    ("binary", .binary), ("uuid", .uuid), ("uri", .uri),
    ("strings", .transformable(.strings)),
  ]

  /// Its leaf `id` sorts before the property `id`, so the columns are `ZID` and `ZID1`.
  private static let author = StoreEntity(
    "Author", uniqueness: [["name"]], renamed: "Writer",
    [
      .attribute(
        StoreAttribute(
          "address",
          .composite(
            [
              StoreAttribute("id", .int64), StoreAttribute("street", .string),
              StoreAttribute("numbers", .json),
              StoreAttribute(
                "place",
                .composite(
                  [StoreAttribute("latitude", .double), StoreAttribute("longitude", .double)],
                  .structure)),
            ], .structure), optional: true)),
      .attribute(StoreAttribute("id", .uuid)),
      .attribute(StoreAttribute("name", .string, keepsValueInHistory: true, renamed: "title")),
      .relationship(
        StoreRelationship(
          "books", to: "Book", inverse: "author", many: true, deleteRule: .cascade)),
      .relationship(StoreRelationship("passport", to: "Passport", inverse: "holder")),
    ])

  private static let passport = StoreEntity(
    "Passport",
    [
      .attribute(StoreAttribute("number", .string)),
      .relationship(StoreRelationship("holder", to: "Author", inverse: "passport")),
    ])

  private static let book = StoreEntity(
    "Book",
    [
      .attribute(StoreAttribute("title", .string)),
      .attribute(StoreAttribute("cover", .binary, optional: true, external: true)),
      .attribute(
        StoreAttribute(
          "genre", .composite([StoreAttribute("genre", .string)], .rawValue), optional: true)),
      .attribute(
        StoreAttribute("rating", .composite([StoreAttribute("rating", .int64)], .rawValue))),
      .attribute(
        StoreAttribute(
          "state",
          .composite(
            [
              StoreAttribute("lent", .string, optional: true),
              StoreAttribute("sold", .double, optional: true),
              StoreAttribute("shelved", .json, optional: true),
            ], .cases))),
      .relationship(StoreRelationship("author", to: "Author", inverse: "books")),
      .relationship(StoreRelationship("tags", to: "Tag", inverse: "books", many: true)),
      .relationship(
        StoreRelationship("sequels", to: "Book", inverse: "prequels", many: true)),
      .relationship(
        StoreRelationship("prequels", to: "Book", inverse: "sequels", many: true)),
    ])

  private static let tag = StoreEntity(
    "Tag", uniqueness: [["name"]],
    [
      .attribute(StoreAttribute("name", .string)),
      .relationship(StoreRelationship("books", to: "Book", inverse: "tags", many: true)),
    ])

  private static let folder = StoreEntity(
    "Folder",
    [
      .attribute(StoreAttribute("name", .string, optional: true)),
      .relationship(StoreRelationship("parent", to: "Folder", inverse: "children")),
      .relationship(
        StoreRelationship(
          "children", to: "Folder", inverse: "parent", many: true, deleteRule: .cascade)),
      .relationship(
        StoreRelationship("attachments", to: "Attachment", many: true, deleteRule: .cascade)),
    ])

  private static let attachment = StoreEntity(
    "Attachment",
    [
      .attribute(StoreAttribute("bytes", .binary)),
      .relationship(StoreRelationship("item", to: "Item", deleteRule: .noAction)),
    ])

  /// A hierarchy of three levels whose entities use names again.
  private static let library = [
    StoreEntity(
      "Item",
      [
        .attribute(StoreAttribute("title", .string)),
        .attribute(StoreAttribute("createdAt", .date)),
      ]),
    StoreEntity(
      "Film", of: "Item", [.attribute(StoreAttribute("length", .int32, optional: true))]),
    StoreEntity(
      "Note", of: "Item",
      [
        .attribute(StoreAttribute("length", .double)),
        .attribute(StoreAttribute("text", .string, optional: true)),
      ]),
    StoreEntity(
      "Letter", of: "Note",
      [
        .attribute(StoreAttribute("recipient", .string)),
        .relationship(StoreRelationship("answerTo", to: "Note")),
      ]),
    StoreEntity("Song", of: "Item", [.attribute(StoreAttribute("length", .int64))]),
  ]
}
