/// What jobs are about: a folder beside this file.
struct Subject {
  let name: String
  /// Whether it is left out unless somebody asks for it.
  var isLong = false
  /// Whether its jobs are about documents with trips, and not about models of its own.
  var isAboutDocuments = true
  /// Groups of jobs, each made when its turn comes.
  let groups: [(Setting) throws -> any JobGroup]

  /// Every subject, in the order of the table.
  static var all: [Subject] {
    [
      Subject(
        name: "opening",
        groups: [
          { OpeningJSONJobs(files: $0.files) }, { OpeningXMLJobs(files: $0.files) },
          { OpeningThreadJobs(files: $0.files) }, { OpeningMemoryJobs(files: $0.files) },
          { LookingJobs(files: $0.files) },
        ]),
      Subject(
        name: "saving",
        groups: [
          { SavingJobs(files: $0.files) }, { SavingThreadJobs(files: $0.files) },
          { SavingChangeJobs(files: $0.files) }, { HistoryJobs(files: $0.files) },
          { SizeJobs(files: $0.files) },
        ]),
      Subject(name: "migrating", groups: [{ MigratingJobs(files: $0.files) }]),
      Subject(
        name: "converter",
        groups: [
          { StartingJobs(files: $0.files) }, { CheckingJobs(files: $0.files) },
          { ExchangingJobs(files: $0.files) },
        ]),
      Subject(name: "converting", isLong: true, groups: [{ ConvertingJobs(files: $0.files) }]),
      Subject(
        name: "objects", isAboutDocuments: false,
        groups: [
          { ObjectJobs(collection: try $0.collection()) },
          { try AttributeJobs(files: $0.files, collection: $0.collection()) },
          { ChangeJobs(collection: try $0.collection()) }, { StoreJobs(files: $0.files) },
        ]),
      Subject(
        name: "queries", isAboutDocuments: false,
        groups: [
          { try QueryJobs(collection: $0.collection()) },
          { try ScanJobs(collection: $0.collection()) }, { GroupingJobs(files: $0.files) },
        ]),
    ]
  }
}
