import DocumentTables
import Markup

// Structures, whose members are spelled as properties of a record are.
extension CanonicalXMLTreeCopy {
  /// Copies the members inside the element of a structure, and stops at its end tag.
  mutating func copyStructure(
    _ structure: TableStructure, _ members: [PropertyPlan], _ xml: inout CanonicalXML
  ) throws {
    begin()
    nestedBytes = structure.emptyBytes
    for (opening, member) in zip(structure.openings, members) {
      try xml.require(member.xmlOpening)
      text += opening
      try copyMember(member, &xml)
    }
    text.append(UInt8(ascii: "}"))
  }

  /// Copies a member; the reader is behind the name in its start tag.
  private mutating func copyMember(_ member: PropertyPlan, _ xml: inout CanonicalXML) throws {
    if xml.skip(member.isXMLName ? " d:nil=\"true\"/>" : " nil=\"true\"/>") {
      guard member.isNullable else { throw NonCanonicalXMLError() }
      return TextForm.append("null", to: &text)
    }
    let start = text.count
    switch member.kind {
    case .array(let element, let nullable):
      if xml.skip("/>") {
        TextForm.append("[]", to: &text)
      } else {
        try xml.require(">")
        try appendItems(of: element, nullable: nullable, &xml)
        try xml.require(member.xmlClosing)
      }
    case .scalar(let type):
      if xml.skip("/>") {
        try append(item: .init(start: nil, count: 0), of: type)
      } else {
        let mark: StaticString =
          member.isXMLName ? " d:escaped=\"true\"" : " escaped=\"true\""
        let isEscaped = type == .text && xml.skip(mark)
        try xml.require(">")
        let content = try xml.scanText()
        try xml.require(member.xmlClosing)
        try withBytes(of: content, isEscaped: isEscaped) { try $1.append(item: $0, of: type) }
      }
    default: throw NonCanonicalXMLError()
    }
    if let cases = member.caseTexts, !cases.contains(where: { text[start...].elementsEqual($0) }) {
      throw NonCanonicalXMLError()
    }
  }
}
