import DocumentData
import DocumentFile
import DocumentTables
import Testing

@Suite("The laws of migration")
struct MigrationLawTests {
  @Test(
    "down and up again gives the original, from every version to every older one",
    arguments: LawSubject.all)
  func downAndUp(_ subject: LawSubject) throws {
    for seed in subject.seeds {
      for start in 2...subject.newest {
        for original in try subject.documents(seed, of: start) {
          for target in 1..<start {
            let down = try subject.convert(original, to: target)
            #expect(down.schema.version == SchemaVersion(target, 0, 0))
            #expect(TablesCheck.findings(down).isEmpty)
            let again = try subject.convert(down, to: start)
            #expect(
              subject.text(again, after: start) == subject.text(original, after: start),
              "seed \(seed), \(start) to \(target)")
            #expect(again.nextKey >= original.nextKey)
          }
        }
      }
    }
  }

  @Test("up, down and up again gives what up gave", arguments: LawSubject.all)
  func upDownUp(_ subject: LawSubject) throws {
    for seed in subject.seeds {
      for source in subject.sources where source.climbs && source.version < subject.newest {
        let oldest = try source.make(seed)
        for target in source.version + 1...subject.newest {
          let up = try subject.convert(oldest, to: target)
          for start in 1..<target {
            let again = try subject.convert(try subject.convert(up, to: start), to: target)
            #expect(
              subject.text(again, after: target) == subject.text(up, after: target),
              "seed \(seed), \(target) to \(start)")
          }
        }
      }
    }
  }

  @Test(
    "every lightweight stage does what the same change does as one with closures, on both ways",
    arguments: LawSubject.all)
  func lightweightAndCustom(_ subject: LawSubject) throws {
    for seed in subject.seeds.prefix(6) {
      for older in 1..<subject.newest {
        let stage = subject.plan.stages[older - 1]
        guard case .lightweight = stage else { continue }
        for custom in subject.customPlans {
          for source in subject.sources where source.climbs && source.version <= older {
            let old = try subject.convert(try source.make(seed), to: older)
            let new = subject.text(try subject.convert(old, to: older + 1))
            let other = subject.text(try subject.convert(old, to: older + 1, by: custom))
            #expect(new == other, "seed \(seed), \(custom)")
          }
          for new in try subject.documents(seed, of: older + 1) {
            let down = try subject.convert(new, to: older)
            let other = try subject.convert(new, to: older, by: custom)
            #expect(subject.text(down) == subject.text(other), "seed \(seed), \(custom)")
            #expect(
              subject.text(try subject.convert(down, to: older + 1, by: custom))
                == subject.text(new))
          }
        }
      }
    }
  }

  @Test(
    "in one go is the same as with files in between, on both ways, in both encodings",
    arguments: LawSubject.all, [DocumentEncoding.json, .xml])
  func filesBetween(_ subject: LawSubject, _ encoding: DocumentEncoding) throws {
    let folder = try MigrationFolder()
    for seed in subject.seeds.prefix(2) {
      for source in subject.sources {
        for target in [1, subject.newest] where target < source.version || source.climbs {
          let start = try source.make(seed)
          try folder.write(start, to: folder.url("start"), encoding)
          var file = folder.url("start")
          let way =
            target < source.version
            ? Array((target..<source.version).reversed())
            : Array((source.version...target).dropFirst())
          for version in way {
            let next = folder.url("version \(version)")
            try subject.plan.convert(file, to: Schema.Version(version, 0, 0), writingTo: next)
            file = next
          }
          let inOneGo = folder.url("in one go")
          try subject.plan.convert(
            folder.url("start"), to: Schema.Version(target, 0, 0), writingTo: inOneGo)
          #expect(
            subject.text(try folder.read(file)) == subject.text(try folder.read(inOneGo)),
            "seed \(seed)")
          #expect(
            subject.text(try folder.read(inOneGo))
              == subject.text(try subject.convert(start, to: target)))
        }
      }
    }
  }

  @Test("what is not to be lost is not, and what is dropped does not come back")
  func policies() throws {
    let tables = try Birds.tables(HerbsV4.self) { context in
      let herb = HerbsV4.Herb(name: "sage", size: "7 cm", code: "S")
      herb.smell = "sweet"
      context.insert(herb)
    }
    let migrator = Migrator(HerbPlan.self, schemaName: "birds")
    let error = #expect(throws: SwiftDataError.lossyMigration) {
      try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .refuse)
    }
    #expect(error?.stage == "4.0.0 → 3.0.0")
    #expect(error?.property == "code")
    #expect(
      error?.explanation == """
        3 things would be lost, first Herb 1.code: "S": version 3.0.0 has no such property
        """)
    let carried = try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(!carried.report.losses.isEmpty)
    #expect(!carried.tables.carried.isEmpty)
    #expect(carried.report.json.hasPrefix("{\"direction\":\"down\""))
    let dropped = try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .drop)
    #expect(dropped.tables.carried.isEmpty)
    #expect(dropped.report.losses.count == carried.report.losses.count)
    let again = try migrator.convert(dropped.tables, to: Schema.Version(4, 0, 0), losses: .carry)
    let herb = try Birds.context(again.tables, HerbsV4.self).only(HerbsV4.Herb.self)
    #expect(herb.smell == nil)
    let back = try migrator.convert(carried.tables, to: Schema.Version(4, 0, 0), losses: .carry)
    let other = try Birds.context(back.tables, HerbsV4.self).only(HerbsV4.Herb.self)
    #expect(other.smell == "sweet")
    #expect(back.report.restored.contains { $0.property == "smell" })
    #expect(back.report.json.hasPrefix("{\"direction\":\"up\""))
  }
}
