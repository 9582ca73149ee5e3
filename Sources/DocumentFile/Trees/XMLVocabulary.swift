/// The XML spelling of an object whose members the format names: header, schema, manifest, trailer
/// and what they contain (spec 3.14).
///
///     JSON   {"name":"Trip","attributes":[{"name":"title","type":"text"}]}
///     XML    <d:entity name="Trip"><d:attribute name="title" type="text"/></d:entity>
///
/// Writers put the attributes in the order of the members here, then the elements.
package struct XMLVocabulary: Sendable {
  package indirect enum Spelling: Sendable {
    // Attributes named like the member.
    case text, integer, bool
    /// Texts, separated by spaces.
    case names
    /// An attribute if the member `type` names a scalar type, which tells what the text is, and
    /// the value is not null; otherwise an element with a typed tree.
    case value

    // Elements.
    /// An element named like the member.
    case object(XMLVocabulary)
    case objects(element: String, XMLVocabulary)
    /// Elements that each contain a list of texts, separated by spaces.
    case nameLists(element: String)
    /// Values, each the text of its element if the member `type` names a scalar type; otherwise
    /// typed trees.
    case values(element: String)
    /// An object from names to counts: an element for each, with two attributes.
    case counts(name: String, count: String)
    /// An element named like the member with one typed tree, or with any number of them.
    case tree, trees

    // The content of the object's own element.
    case content, onlyTree
  }

  package let members: [(name: String, spelling: Spelling)]

  init(_ members: KeyValuePairs<String, Spelling>) {
    self.members = members.map { ($0.key, $0.value) }
  }
}

/// The content of an element of the format, or of a part's root element, as a tree.
enum XMLContent: Sendable {
  /// An object of a vocabulary, with its attributes.
  case object(XMLVocabulary)
  /// An array of such objects.
  case objects(element: String, XMLVocabulary)
  /// The members of an object, or the items of an array, as typed trees.
  case members, items

  var isArray: Bool {
    switch self {
    case .objects, .items: true
    case .object, .members: false
    }
  }
}
