import SwiftSyntax
import SwiftSyntaxMacros

/// A `#Unique` or `#Index` in a model, as elements of the generated list of constraints.
struct SchemaNote {
  let expressions: [String]

  init?(_ expansion: MacroExpansionDeclSyntax, in className: String) {
    let factory: String
    switch expansion.macroName.text {
    case "Unique": factory = "unique"
    case "Index": factory = "index"
    default: return nil
    }
    let model = expansion.genericArgumentClause?.arguments.first?.argument.trimmedDescription
    let arguments = expansion.arguments.map(\.expression.trimmedDescription)
    let type = "\(model ?? className).self"
    let list = ([type] + arguments).joined(separator: ", ")
    let members = MemberPaths(viewMode: .sourceAccurate)
    // A constraint names no members.
    if factory == "index" { members.walk(expansion.arguments) }
    expressions =
      [".\(factory)(of: \(list))"]
      + members.found.map { path in
        ".member(of: \(type), \(path.expression), \"\(path.attribute)\", \"\(path.property)\")"
      }
  }
}

/// Finds the key paths to properties of properties: an index may name the members of a structure, and a key path
/// cannot tell their names at run time.
private final class MemberPaths: SyntaxVisitor {
  private(set) var found: [(expression: String, attribute: String, property: String)] = []

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    var names: [String] = []
    for component in node.components {
      switch component.component {
      case .property(let property): names.append(property.declName.baseName.nameWithoutBackticks)
      case .optional(let mark)
      where mark.questionOrExclamationMark.tokenKind == .postfixQuestionMark: continue
      default: return .skipChildren
      }
    }
    if names.count == 2 { found.append((node.trimmedDescription, names[0], names[1])) }
    return .skipChildren
  }
}

/// The macros `#Unique` and `#Index`, which expand to nothing.
///
/// A class may contain several of each, and generated members need distinct names. Therefore
/// `@Model` copies the arguments of all of them into one member.
package struct SchemaNoteMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
