import Testing

@testable import Markup

@Suite("Reading JSON")
struct JSONReaderTests {
  @Test("An object is read member by member, with and without white space")
  func members() throws {
    for text in [
      #"{"a":1,"b":[true,null],"c":"x"}"#,
      " {\r\n\"a\" : 1 ,\t\"b\" : [ true , null ] , \"c\" : \"x\" } ",
    ] {
      let seen = try reading(json: text) { (reader) throws(MarkupError) in
        var seen: [String] = []
        try reader.beginObject()
        while try reader.nextMember() {
          switch try reader.readKey() {
          case "a": seen.append("a=\(try reader.readInt64())")
          case "b":
            try reader.beginArray()
            while try reader.nextElement() {
              seen.append(try reader.readNullIfPresent() ? "null" : "\(try reader.readBool())")
            }
          case let key: seen.append("\(key)=\(try reader.readString())")
          }
        }
        try reader.finish()
        #expect(reader.depth == 0)
        return seen
      }
      #expect(seen == ["a=1", "true", "null", "c=x"])
    }
  }

  @Test("Empty containers have no members and no elements")
  func emptyContainers() throws {
    try reading(json: "[{},[ ]]") { (reader) throws(MarkupError) in
      try reader.beginArray()
      #expect(try reader.nextElement())
      try reader.beginObject()
      #expect(try !reader.nextMember())
      #expect(try reader.nextElement())
      try reader.beginArray()
      #expect(try !reader.nextElement())
      #expect(try !reader.nextElement())
      try reader.finish()
    }
  }

  @Test("A key spelled with needless escapes is read")
  func escapedKey() throws {
    try reading(json: #"{"\u0061":1}"#) { (reader) throws(MarkupError) in
      try reader.beginObject()
      #expect(try reader.nextMember())
      #expect(try reader.readKey() == "a")
    }
  }

  @Test("A key that stands twice is refused, compared scalar by scalar")
  func duplicateKeys() throws {
    func keys(_ text: String) throws(MarkupError) -> Int {
      try reading(json: text) { (reader) throws(MarkupError) in
        var keys = JSONKeySet()
        var count = 0
        try reader.beginObject()
        while try reader.nextMember() {
          _ = try reader.readKey(notIn: &keys)
          try reader.skipValue()
          count += 1
        }
        return count
      }
    }
    #expect(try keys(#"{"a":1,"A":2,"é":3,"e\u0301":4}"#) == 4)
    let error = fault { () throws(MarkupError) in _ = try keys(#"{"a":1,"b":2,"\u0061":3}"#) }
    #expect(error?.code == .jsonDuplicateKey)
    #expect(error?.position.offset == 13)
  }

  @Test(
    "Escapes are decoded",
    arguments: [
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
      (#""\u0041\u00e9\u20AC\u0000""#, "Aé€\u{0}"), (#""\ud83d\uDE00x""#, "😀x"),
      (#""\udbff\udfff\ufffe""#, "\u{10FFFF}\u{FFFE}"),
      (
        #""long enough to need words \n and more after it""#,
        "long enough to need words \n and more after it"
      ),
    ])
  func escapes(text: String, value: String) throws {
    let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
    try reading(json: text) { (reader) throws(MarkupError) in
      var copy = reader
      var decoded: [UInt8] = [1]
      #expect(try reader.readString().unicodeScalars.elementsEqual(value.unicodeScalars))
      #expect(try copy.appendString(to: &decoded) == isASCII)
      #expect(decoded == [1] + Array(value.utf8))
      try reader.finish()
    }
  }

  @Test("A value of another kind is refused without being read")
  func otherKinds() {
    let readers: [(String, (inout JSONReader) throws(MarkupError) -> Void)] = [
      ("1", { (reader) throws(MarkupError) in _ = try reader.readString() }),
      ("1", { (reader) throws(MarkupError) in _ = try reader.readBool() }),
      ("1", { (reader) throws(MarkupError) in try reader.readNull() }),
      ("1", { (reader) throws(MarkupError) in try reader.beginObject() }),
      ("{}", { (reader) throws(MarkupError) in try reader.beginArray() }),
      ("\"1\"", { (reader) throws(MarkupError) in _ = try reader.readInt64() }),
      ("null", { (reader) throws(MarkupError) in _ = try reader.readDouble() }),
    ]
    for (text, read) in readers {
      let error = fault { () throws(MarkupError) in try reading(json: text, read) }
      #expect(error?.code == .jsonUnexpectedValue)
      #expect(error?.position.offset == 0)
    }
  }

  @Test("The next token is seen without being read")
  func peeking() throws {
    let tokens: [(String, JSONToken)] = [
      (" {", .objectStart), ("}", .objectEnd), ("[", .arrayStart), ("]", .arrayEnd),
      ("\"", .string), ("-", .number), ("0", .number), ("9", .number), ("t", .true),
      ("f", .false), ("n", .null), (",", .comma), (":", .colon), ("  ", .endOfInput),
      ("x", .invalid),
    ]
    for (text, token) in tokens {
      #expect(try reading(json: text) { (reader) throws(MarkupError) in reader.peek() } == token)
    }
  }
}
