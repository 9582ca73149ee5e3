import DocumentTables

/// The tree of a schema's entities with every value stated that it may leave out.
enum StatedSchema {
  static func tree(_ entities: Tree) -> Tree {
    mapped(entities) { entity in
      var members = adding(
        entity,
        [
          ("structure", .bool(false)), ("abstract", .bool(false)), ("attributes", .array([])),
          ("relationships", .array([])),
          ("unique", .array([])), ("indexes", .array([])),
        ])
      for index in members.indices {
        switch members[index].name {
        case "attributes":
          members[index].value = mapped(members[index].value) { attribute in
            adding(
              attribute,
              [
                ("optional", .bool(false)), ("computed", .bool(false)),
                ("external", .bool(false)), ("preservedOnDeletion", .bool(false)),
                ("options", .array([])),
              ])
          }
        case "relationships":
          members[index].value = mapped(members[index].value) { relationship in
            adding(
              relationship, [("optional", .bool(true)), ("deleteRule", .text("nullify"))])
          }
        default: break
        }
      }
      return members
    }
  }

  private static func mapped(_ tree: Tree, _ change: ([TreeMember]) -> [TreeMember]) -> Tree {
    guard case .array(let items) = tree else { return tree }
    return .array(
      items.map { item in
        guard case .object(let members) = item else { return item }
        return .object(change(members))
      })
  }

  private static func adding(
    _ members: [TreeMember], _ implied: [(String, Tree)]
  ) -> [TreeMember] {
    members
      + implied.filter { name, _ in !members.contains { $0.name == name } }
      .map { TreeMember($0.0, $0.1) }
  }
}
