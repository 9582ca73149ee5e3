/// The vocabularies of header, schema, manifest and trailer (spec 3.5, 3.7, 3.9, 3.11, 6).
///
/// The order of the members is that of the written text, in both encodings.
extension XMLVocabulary {
  package static let header = XMLVocabulary([
    "type": .text, "format": .text, "document": .text,
    "schema": .object(identifiedSchema),
    "requires": .names, "requiresToWrite": .names,
    "history": .object(historyPolicy),
    "nextKey": .integer,
  ])

  private static let identifiedSchema = XMLVocabulary([
    "name": .text, "version": .text, "layout": .text, "model": .text,
  ])

  private static let historyPolicy = XMLVocabulary([
    "keeps": .text, "transactions": .integer, "days": .integer, "bytes": .integer,
  ])

  package static let entity = XMLVocabulary([
    "name": .text, "originalName": .text, "structure": .bool, "superentity": .text,
    "abstract": .bool, "attributes": .objects(element: "attribute", attribute),
    "relationships": .objects(element: "relationship", relationship),
    "unique": .nameLists(element: "unique"), "indexes": .nameLists(element: "index"),
  ])

  /// A schema file (spec 6.10).
  static let schemaFile = XMLVocabulary([
    "format": .text, "schema": .object(identifiedSchema),
    "entities": .objects(element: "entity", entity),
  ])

  /// A schema with its name and version.
  package static let schema = XMLVocabulary([
    "name": .text, "version": .text, "entities": .objects(element: "entity", entity),
  ])

  private static let attribute = XMLVocabulary([
    "name": .text, "originalName": .text, "type": .text, "shape": .tree, "of": .text,
    "optional": .bool, "cases": .values(element: "case"), "default": .value, "computed": .bool,
    "external": .bool, "preservedOnDeletion": .bool, "transformer": .text, "options": .names,
    "hashModifier": .text,
  ])

  private static let relationship = XMLVocabulary([
    "name": .text, "originalName": .text, "toOne": .text, "toMany": .text, "inverse": .text,
    "optional": .bool, "deleteRule": .text, "minimumCount": .integer, "maximumCount": .integer,
    "hashModifier": .text,
  ])

  static let manifest = XMLVocabulary([
    "document": .text, "nextKey": .integer,
    "volatile": .object(
      XMLVocabulary([
        "generator": .text, "revision": .integer, "parent": .text,
        "history": .object(XMLVocabulary(["number": .integer, "digest": .text])),
      ])),
    "totals": .object(
      XMLVocabulary([
        "rawSize": .integer, "storedSize": .integer,
        "rows": .counts(name: "entity", count: "count"),
      ])),
    "indexed": .text,
    "parts": .objects(element: "part", part),
  ])

  private static let part = XMLVocabulary([
    "name": .text, "kind": .text, "hierarchy": .text, "start": .integer, "bits": .integer,
    "rows": .integer, "textBytes": .integer, "mediaType": .text, "anchor": .integer,
    "rawSize": .integer, "storedSize": .integer, "digest": .text,
  ])

  static let extensionRecord = XMLVocabulary([
    "id": .integer, "entity": .text, "anchor": .integer, "value": .onlyTree,
  ])

  static let attachment = XMLVocabulary([
    "name": .text, "mediaType": .text, "anchor": .integer, "data": .content,
  ])

  package static let trailer = XMLVocabulary([
    "attachments": .objects(element: "attachment", attachment),
    "carried": .trees,
    "extensions": .objects(element: "extension", extensionRecord),
    "history": .trees,
  ])
}
