import DocumentTables
import Foundation
import SchemaExport
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Schemas in other languages")
struct SchemaLanguageTests {
  /// Whether xmllint and jsonschema take a schema, and each of the files by it.
  private enum Judge {
    static let python: String? =
      ["python3", "/usr/bin/python3"].first { program in
        run("/usr/bin/env", [program, "-c", "from jsonschema import Draft202012Validator"]).isDone
      }

    static func accepts(_ files: [String], by schema: String, _ encoding: DocumentEncoding) -> (
      isDone: Bool, words: String
    ) {
      switch encoding {
      case .xml:
        return run("/usr/bin/env", ["xmllint", "--noout", "--nonet", "--schema", schema] + files)
      case .json:
        let program = """
          import json, sys
          from jsonschema import Draft202012Validator
          sys.setrecursionlimit(100000)
          schema = json.load(open(sys.argv[1]))
          Draft202012Validator.check_schema(schema)
          for path in sys.argv[2:]:
              Draft202012Validator(schema).validate(json.load(open(path)))
          """
        return run("/usr/bin/env", [python ?? "python3", "-c", program, schema] + files)
      }
    }

    static func run(_ path: String, _ arguments: [String]) -> (isDone: Bool, words: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      let pipe = Pipe()
      process.standardError = pipe
      process.standardOutput = FileHandle.nullDevice
      do { try process.run() } catch { return (false, "\(error)") }
      let words = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus == 0, String(decoding: words, as: UTF8.self))
    }
  }

  private static func canJudge(_ encoding: DocumentEncoding) -> Bool {
    switch encoding {
    case .xml: Judge.run("/usr/bin/env", ["xmllint", "--version"]).isDone
    case .json: Judge.python != nil
    }
  }

  private static let judged = DocumentEncoding.allCases.filter(canJudge)

  private func language(_ encoding: DocumentEncoding) -> SchemaLanguage {
    encoding == .xml ? .xmlSchema : .jsonSchema
  }

  /// The flat form and every data part, judged by the schema of the tables.
  private func judge(_ tables: Tables, _ encoding: DocumentEncoding) throws {
    let directory = try TemporaryDirectory()
    let schema = try directory.write(
      language(encoding).text(of: tables.schema), to: "schema.\(encoding.fileExtension)")
    var files = [
      try directory.write(try tables.document(.flat, encoding), to: "flat.txt")
    ]
    let archive = try ZipReader(MemoryByteSource(try tables.document(.document, encoding)))
    for (index, entry) in archive.entries.enumerated() where entry.name.hasPrefix("data/") {
      files.append(try directory.write(try archive.contents(of: entry), to: "\(index).txt"))
    }
    #expect(files.count > 1)
    let (isDone, words) = Judge.accepts(files, by: schema, encoding)
    #expect(isDone, "\(words)")
  }

  @Test(
    "accept a document with names that are no XML names, external values and foreign data",
    arguments: judged)
  func smallDocument(encoding: DocumentEncoding) throws {
    try judge(try SampleTables.small(), encoding)
  }

  // Spec 6.10-3, 6.10-4
  @Test(
    "accept generated values of every type, nil and not, alone and in lists", arguments: judged)
  func everyType(encoding: DocumentEncoding) throws {
    var generator = SeededGenerator(state: 11)
    var attributes: [TableAttribute] = []
    for type in ScalarType.allCases {
      attributes.append(
        TableAttribute(name: "a-\(type.rawValue)", type: .scalar(type), isNullable: true))
      attributes.append(TableAttribute(name: "b-\(type.rawValue)", type: .scalar(type)))
      attributes.append(
        TableAttribute(
          name: "c-\(type.rawValue)", type: .array(type, nullableElements: type == .text)))
    }
    attributes.append(TableAttribute(name: "tree", type: .tree(shape: nil)))
    attributes.append(
      TableAttribute(
        name: "map",
        type: .dictionary(key: .text, value: .int64, nullableValues: true), isNullable: true))
    let schema = try TableSchema(
      name: "Every\u{1}thing", version: nil,
      entities: [TableEntity(name: "Th\u{1}ing", attributes: attributes)])
    var rows: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    for key in 1...40 {
      var values: [String: Value] = [:]
      for type in ScalarType.allCases {
        if key % 3 > 0 {
          values["a-\(type.rawValue)"] = GeneratedValues.value(type, &generator)
        }
        values["b-\(type.rawValue)"] = GeneratedValues.value(type, &generator)
        values["c-\(type.rawValue)"] = .array(
          (0..<key % 4).map { index in
            type == .text && index == 1 ? .null : GeneratedValues.value(type, &generator)
          })
      }
      values["tree"] = .tree(GeneratedValues.object(&generator, depth: 3))
      rows.append(("Th\u{1}ing", ObjectKey(key), values))
    }
    var tables = Tables(schema: schema, documentID: 3, nextKey: 100)
    try SampleTables.fill(&tables, "Th\u{1}ing", rows)
    try judge(tables, encoding)
  }

  /// One schema whose entities use the same names for different things.
  @Test("accept what shares a name between entities", arguments: judged)
  func sharedNames(encoding: DocumentEncoding) throws {
    func entity(_ name: String, _ type: AttributeType, cases: [Value]? = nil) -> TableEntity {
      TableEntity(
        name: name,
        attributes: [
          TableAttribute(name: "x", type: type, isNullable: name > "B", cases: cases),
          TableAttribute(name: "no name", type: type, isNullable: name > "B"),
        ])
    }
    let schema = try TableSchema(
      name: "Shared", version: nil,
      entities: [
        entity("A", .scalar(.text), cases: [.text("a"), .text("\u{2}")]),
        entity("B", .scalar(.date)), entity("C", .array(.int8, nullableElements: true)),
        entity("D", .tree(shape: nil)),
      ])
    var tables = Tables(schema: schema, documentID: 3, nextKey: 100)
    let values: [(String, Value)] = [
      ("A", .text("\u{2}")), ("B", .double(5)), ("C", .array([.null, .integer(-7)])),
      ("D", .tree(.members(["a": .data([1])]))),
    ]
    for (index, (name, value)) in values.enumerated() {
      let key = ObjectKey(2 * index + 1)
      let nothing: [(entity: String, key: ObjectKey, values: [String: Value])] =
        name > "B" ? [(name, key + 1, [:])] : []
      try SampleTables.fill(
        &tables, name, [(name, key, ["x": value, "no name": value])] + nothing)
    }
    try judge(tables, encoding)
  }

  // Spec 6.10-4
  @Test("accept a schema section with everything that a schema can state", arguments: judged)
  func everySchema(encoding: DocumentEncoding) throws {
    let names = ["a b", "\u{1}", "<\">", "x"]
    let attributes: [TableAttribute] = [
      TableAttribute(
        name: names[0], originalName: "\u{2}", type: .scalar(.text), isNullable: true,
        defaultValue: .value(.null), isExternal: true, isPreservedOnDeletion: true,
        transformer: "\u{3}", hashModifier: "\u{4}", recordedOptions: ["c d", "\u{5}"]),
      TableAttribute(
        name: names[1], type: .scalar(.text), defaultValue: .value(.text("\u{6}")),
        cases: [.text("\u{6}"), .text("")]),
      TableAttribute(
        name: names[2], type: .tree(shape: .members(["s": .date(1)])),
        defaultValue: .value(.tree(.integer(5)))),
      TableAttribute(
        name: names[3], type: .array(.double, nullableElements: true),
        defaultValue: .value(.array([.null, .double(-0.0), .double(2)]))),
      TableAttribute(
        name: "m", type: .dictionary(key: .text, value: .int8, nullableValues: true),
        defaultValue: .computed),
    ]
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "E", originalName: "\u{7}", attributes: attributes,
          relationships: [
            TableRelationship(
              name: "r", originalName: "o", destination: "E", isToMany: true, isNullable: false,
              deleteRule: .deny, minimumCount: 0, maximumCount: 9, hashModifier: "1")
          ],
          uniquenessConstraints: [[names[0], names[1]]], indexes: [[names[1], names[0]]]),
        TableEntity(name: "A", isAbstract: true), TableEntity(name: "B", superentity: "A"),
      ])
    var tables = Tables(schema: schema, documentID: 3, nextKey: 100)
    try SampleTables.fill(
      &tables, "E",
      [
        (
          "E", 1,
          [
            names[1]: .text(""), names[2]: .tree(.integer(5)), names[3]: .array([.null]),
            "m": .tree(.members([:])), "r": .references([]),
          ]
        )
      ])
    try judge(tables, encoding)
  }

  private static let texts: [DocumentEncoding: [(old: String, new: String)]] = [
    .json: [
      (#"{"type":""#, #"{"requires":[],"type":""#),
      (
        #"{"name":"BusinessTrip","#, #"{"abstract":false,"relationships":[],"name":"BusinessTrip","#
      ),
      (#""type":"double"}"#, #""optional":false,"options":[],"type":"double"}"#),
      (#""toMany":"Item""#, #""deleteRule":"nullify","toMany":"Item""#),
    ],
    .xml: [
      ("<d:header type", #"<d:header requires="" type"#),
      (#"<d:entity name="BusinessTrip""#, #"<d:entity abstract="false" name="BusinessTrip""#),
      (#"type="double"/>"#, #"options="" optional="false" type="double"/>"#),
      (#"toMany="Item""#, #"deleteRule="nullify" toMany="Item""#),
    ],
  ]

  @Test(
    "accept a document written by hand, with implied values and without fingerprints",
    arguments: judged)
  func handWritten(encoding: DocumentEncoding) throws {
    let directory = try TemporaryDirectory()
    let tables = try SampleTables.small()
    var text = String(decoding: try tables.document(.flat, encoding), as: UTF8.self)
    text.replace(/,"layout":"[0-9a-f]+","model":"[0-9a-f]+"| layout="[0-9a-f]+" model="[0-9a-f]+"/)
    {
      _ in ""
    }
    for (old, new) in Self.texts[encoding] ?? [] {
      try #require(text.contains(old))
      text.replace(old, with: new, maxReplacements: 1)
    }
    let schema = try directory.write(
      language(encoding).text(of: tables.schema), to: "schema.txt")
    let file = try directory.write(Array(text.utf8), to: "flat.txt")
    let (isDone, words) = Judge.accepts([file], by: schema, encoding)
    #expect(isDone, "\(words)")
    #expect(try DocumentFile.schema(.bytes(Array(text.utf8))) == tables.schema)
  }

  /// What is wrong in header, schema section or trailer, as both encodings spell it.
  private static let defects: [(json: (String, String), xml: (String, String))] = [
    ((#"+json""#, #"+zip""#), (#"+xml""#, #"+zip""#)),
    ((#""format":"1.0""#, #""format":"2.0""#), (#"format="1.0""#, #"format="2.0""#)),
    ((#""format":"1.0""#, #""format":"01.0""#), (#"format="1.0""#, #"format="01.0""#)),
    ((#""nextKey":40"#, #""nextKey":0"#), (#"nextKey="40""#, #"nextKey="0""#)),
    ((#""nextKey":40"#, #""x":1,"nextKey":40"#), (#"nextKey="40""#, #"nextKey="40" x="1""#)),
    (
      (#""nextKey":40"#, #""requires":"a","nextKey":40"#),
      (#"nextKey="40""#, #"nextKey="40" requires="a  b""#)
    ),
    ((#""layout":""#, #""layout":"0"#), (#" layout=""#, #" layout="0"#)),
    ((#","version":"1.2.3""#, ""), (#" version="1.2.3""#, "")),
    ((#""type":"double""#, #""type":"[double""#), (#"type="double""#, #"type="[double""#)),
    (
      (#""type":"double""#, #""type":"double","optional":1"#),
      (#"type="double""#, #"type="double" optional="1""#)
    ),
    (
      (#""toMany":"Item""#, #""toMany":"Item","deleteRule":"burn""#),
      (#"toMany="Item""#, #"toMany="Item" deleteRule="burn""#)
    ),
    (
      (#""toMany":"Item""#, #""toMany":"Item","minimumCount":-1"#),
      (#"toMany="Item""#, #"toMany="Item" minimumCount="-1""#)
    ),
    ((#"{"name":"BusinessTrip","#, "{"), (#"<d:entity name="BusinessTrip""#, "<d:entity")),
    ((#""extensions":"#, #""extension":"#), ("<d:extension id=", "<d:extension ID=")),
    (
      (#""entity":"com.example.Photo"#, #""entity":"x"#),
      (#"entity="com.example.Photo"#, #"entity="x"#)
    ),
  ]

  @Test("refuse what is no header, schema or trailer", arguments: judged)
  func defects(encoding: DocumentEncoding) throws {
    let directory = try TemporaryDirectory()
    let tables = try SampleTables.small()
    let text = String(decoding: try tables.document(.flat, encoding), as: UTF8.self)
    let schema = try directory.write(
      language(encoding).text(of: tables.schema), to: "schema.txt")
    for (index, defect) in Self.defects.enumerated() {
      let (old, new) = encoding == .json ? defect.json : defect.xml
      try #require(text.contains(old), "\(old)")
      let file = try directory.write(
        Array(text.replacing(old, with: new, maxReplacements: 1).utf8), to: "\(index).txt")
      #expect(!Judge.accepts([file], by: schema, encoding).isDone, "\(new)")
    }
  }

  @Test("refuse a document of another schema", arguments: judged)
  func otherSchema(encoding: DocumentEncoding) throws {
    let directory = try TemporaryDirectory()
    let tables = try SampleTables.small()
    let other = try tables.schema.renamed(version: SchemaVersion(1, 2, 4))
    let schema = try directory.write(language(encoding).text(of: other), to: "schema.txt")
    let file = try directory.write(try tables.document(.flat, encoding), to: "flat.txt")
    #expect(!Judge.accepts([file], by: schema, encoding).isDone)
  }

  @Test("give the schema back that they were made of, from the language that loses nothing")
  func schemaFile() throws {
    let schema = try SampleTables.schema()
    let bytes = SchemaLanguage.schema.text(of: schema)
    #expect(try DocumentFile.schema(.bytes(bytes)) == schema)
    #expect(try SchemaFile(bytes).formatVersion == Header.currentFormatVersion)
    #expect(SchemaLanguage.schema.text(of: try SchemaFile(bytes).schema) == bytes)
  }

  // Spec 3.1-2, 6.10-1
  @Test("give a schema back whose trees have the greatest depth")
  func deepSchemaFile() throws {
    var tree = Tree.array([])
    for _ in 1..<OpenTree.largestDepth { tree = .array([tree]) }
    let attribute = TableAttribute(
      name: "tree", type: .tree(shape: nil), defaultValue: .value(.tree(tree)))
    let schema = try TableSchema(
      name: "Sample", version: SchemaVersion(1, 0, 0),
      entities: [TableEntity(name: "A", attributes: [attribute])])
    #expect(try SchemaFile(SchemaLanguage.schema.text(of: schema)).schema == schema)
  }

  // Spec 6.10-2
  @Test(
    "refuse a schema file that is none, by its rule",
    arguments: [
      (#"{"format":"1.0"}"#, "schema-malformed"),
      (#"{"format":"1.0","schema":{"name":"S"},"entities":[]}"#, "schema-malformed"),
      (
        #"{"format":"1.0","schema":{"name":"S","layout":"x","model":"x"},"entities":[]}"#,
        "schema-malformed"
      ),
      (#"{"format":"two","schema":{},"entities":[]}"#, "schema-malformed"),
      (#"{"format":7"#, "not-a-document"),
      (#"{"entities":7"#, "json-truncated"),
      (#"{"schema":{};"#, "json-syntax"),
      (#"{"format":{}}"#, "container-older"),
      (#"{"fingerprints":{},"format":"0.1","schema":{}}"#, "container-older"),
      (#"{"format":"2.0","schema":{},"entities":[]}"#, "container-newer"),
      (#"{"other":1}"#, "not-a-document"),
    ])
  func malformedFile(text: String, rule: String) throws {
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.schema(.bytes(Array(text.utf8)))
    }
    #expect(error?.code.rawValue == rule)
  }
}
