import SwiftSyntax

/// Finds the `#Unique` and `#Index` of a model whose lists a schema rejects.
struct SchemaNoteCheck {
  let findings: [(ModelDiagnostic, Syntax)]

  init(_ declaration: ClassDeclSyntax) {
    let members = declaration.memberBlock.members.map(\.decl)
    let unpersisted = members.compactMap { $0.as(VariableDeclSyntax.self) }
      .filter(\.isUnpersisted)
      .flatMap { $0.bindings.map(\.pattern.trimmedDescription) }
    var findings: [(ModelDiagnostic, Syntax)] = []
    for expansion in members.compactMap({ $0.as(MacroExpansionDeclSyntax.self) })
    where ["Unique", "Index"].contains(expansion.macroName.text) {
      let name = "#\(expansion.macroName.text)"
      let lists = PropertyLists(className: declaration.name.text)
      lists.walk(expansion.arguments)
      if lists.found.isEmpty || lists.found.contains(where: \.isEmpty) {
        findings.append((.emptyList(name), Syntax(expansion)))
      }
      for list in lists.found {
        var seen: Set<String> = []
        for (property, place) in list {
          if !seen.insert(property).inserted {
            findings.append((.repeatedInList(property, list: name), place))
          } else if unpersisted.contains(property) {
            findings.append((.unpersistedInList(property, list: name), place))
          }
        }
      }
    }
    self.findings = findings
  }
}

/// Finds the properties that the arrays of key paths in an expression name.
private final class PropertyLists: SyntaxVisitor {
  private(set) var found: [[(name: String, place: Syntax)]] = []
  private let className: String

  init(className: String) {
    self.className = className
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(
      node.elements.map { element in
        let path = element.expression.as(KeyPathExprSyntax.self)
        return (path.flatMap(name) ?? element.expression.trimmedDescription, Syntax(element))
      })
    return .skipChildren
  }

  /// Returns the property that a key path of one component names.
  private func name(of path: KeyPathExprSyntax) -> String? {
    guard path.root.map({ $0.trimmedDescription == className }) ?? true,
      path.components.count == 1,
      case .property(let property)? = path.components.first?.component
    else { return nil }
    return property.declName.baseName.nameWithoutBackticks
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is an instance property that `@Model` leaves alone.
  fileprivate var isUnpersisted: Bool {
    isInstanceMember
      && (hasAttribute("Transient") || !isStoredInstanceVariable && !isInstanceConstantWithoutValue)
      && !hasModifier(.override)
  }
}
