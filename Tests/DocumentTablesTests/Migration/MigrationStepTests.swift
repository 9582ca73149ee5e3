import DocumentMigration
import DocumentTables
import Testing

@Suite("The steps of a migration")
struct MigrationStepTests {
  /// One line a step and its hint, forward and back.
  private func text(_ change: MigrationChange) throws -> String {
    let (old, new) = try change.schemas()
    let difference = try SchemaDifference(from: old, to: new)
    var lines = [change.title]
    for step in difference.steps {
      lines.append("  \(step.cost.rawValue): \(step)")
      if let hint = step.hint { lines.append("    \(hint)") }
    }
    for step in difference.reversed().steps {
      lines.append("  back, \(step.cost.rawValue): \(step)")
    }
    return lines.joined(separator: "\n")
  }

  @Test("say in words what they do and what it costs, in both directions")
  func words() throws {
    let text = try MigrationChange.steps.map { try self.text($0) }.joined(separator: "\n\n")
    #expect(text == Self.expectedSteps)
  }

  @Test("are turned round one by one, and twice turned round are themselves")
  func reversal() throws {
    for change in MigrationChange.steps {
      let (old, new) = try change.schemas()
      let difference = try SchemaDifference(from: old, to: new)
      let reversed = difference.reversed()
      #expect(Set(reversed.steps) == Set(difference.steps.map(\.reversed)), "\(change.title)")
      var twice = reversed.reversed().steps
      for index in twice.indices { twice[index].hint = difference.steps[index].hint }
      #expect(twice == difference.steps, "\(change.title)")
    }
  }

  @Test("that need a decision are refused with both readings and the code to write")
  func refusals() throws {
    var lines: [String] = []
    for change in MigrationChange.refusals {
      let (old, new) = try change.schemas()
      let problems = SchemaDifference.problems(from: old, to: new)
      let first = try #require(problems.first, "\(change.title)")
      #expect(throws: first, "\(change.title)") {
        try SchemaDifference(from: old, to: new)
      }
      lines.append(change.title)
      for problem in problems { lines.append("  \(problem.code.rawValue): \(problem)") }
    }
    #expect(lines.joined(separator: "\n") == Self.expectedRefusals)
  }

  @Test("that need a decision are taken where a closure decides, but never an ambiguity")
  func decisions() throws {
    var lines: [String] = []
    for change in MigrationChange.refusals {
      let (old, new) = try change.schemas()
      lines.append(change.title)
      do {
        let difference = try SchemaDifference(from: old, to: new, decisions: .leftToClosures)
        for step in difference.steps { lines.append("  \(step.cost.rawValue): \(step)") }
      } catch {
        #expect(error.code == .ambiguousChange, "\(change.title)")
        lines.append("  \(error.code.rawValue)")
      }
    }
    #expect(lines.joined(separator: "\n") == Self.expectedDecisions)
  }

  @Test("come in the order of entities, properties, losses and constraints")
  func order() throws {
    let difference = try SchemaDifferenceTests.difference { entities in
      entities.remove("Work")
      entities.append(TableEntity(name: "Zoo"))
      entities.append(TableEntity(name: "Area"))
      entities["Tag"].attributes = [
        TableAttribute(name: "b", type: .scalar(.text), isNullable: true),
        TableAttribute(name: "a", type: .scalar(.text), isNullable: true),
      ]
      entities["Trip"].indexes = [["name"]]
      entities["Trip"].attributes.removeAll { $0.name == "days" }
      entities["Trip"][attribute: "name"].isExternal = true
      entities["Trip"][attribute: "name"].isNullable = true
      entities["Trip"][relationship: "items"].deleteRule = .deny
      entities["Trip"].isAbstract = true
    }
    #expect(difference.steps.map(\.description) == Self.expectedOrder)
    #expect(difference.cost == .lossy)
  }
}
