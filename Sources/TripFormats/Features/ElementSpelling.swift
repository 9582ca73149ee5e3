import DocumentTables
import Markup

/// How elements are written into a file: with the prefix of its root, and with what this library adds in an element for data of
/// other programs.
struct ElementSpelling {
  /// The prefix of the elements with its colon; as a rule they have none.
  let prefix: String
  /// The name of the element for data of other programs.
  let dataName: String
  /// Whether that data lies in the elements themselves, because the version of the format has no place for it.
  let isDataLoose: Bool

  init(_ text: [UInt8], _ root: XMLElement, dataName: String, isDataLoose: Bool = false) {
    prefix = XMLSpelling.prefix(of: XMLSpelling.name(ofTag: text[root.startTag]))
    self.dataName = dataName
    self.isDataLoose = isDataLoose
  }

  func element(_ name: String, _ content: String) -> ElementText {
    ElementText(name: name, text: "<\(prefix)\(name)>\(content)</\(prefix)\(name)>")
  }

  /// Returns an element with a text.
  func child(_ name: String, _ value: String) -> ElementText {
    element(name, XMLSpelling.escaped(value))
  }

  /// Returns the element of what this library adds.
  func data(_ trees: [Tree]) -> ElementText {
    let text = trees.map(XMLSpelling.exact).joined()
    return isDataLoose ? ElementText(name: dataName, text: text) : element(dataName, text)
  }
}
