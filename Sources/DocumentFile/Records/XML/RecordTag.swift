import Markup

/// The tags of properties in the XML encoding (spec 5).
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
      XMLTreeWriter.appendAttribute("name", name, to: &tag)
      opening = tag
      closing = Array("</d:field>".utf8)
    }
  }
}
