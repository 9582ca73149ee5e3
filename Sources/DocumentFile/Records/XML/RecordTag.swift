import Markup

/// The tags of records and properties in the XML encoding (spec 5).
struct RecordTag {
  /// Whether the element has the property's own name; otherwise it is a field element with a name
  /// attribute.
  let isElementName: Bool
  /// The start tag without its end, so that attributes can follow.
  let opening: [UInt8]
  let closing: [UInt8]

  init(property name: String) {
    isElementName = XMLName.isNCName(name)
    if isElementName {
      opening = Array("<\(name)".utf8)
      closing = Array("</\(name)>".utf8)
    } else {
      var tag = Array("<d:field".utf8)
      XMLTreeWriter.appendName(name, to: &tag)
      opening = tag
      closing = Array("</d:field>".utf8)
    }
  }

  /// The text `<d:record entity="Name" id="`.
  static func recordOpening(entity: String) -> [UInt8] {
    var tag = Array("<d:record".utf8)
    XMLTreeWriter.appendName(entity, attribute: "entity", to: &tag)
    tag.append(contentsOf: #" id=""#.utf8)
    return tag
  }
}
