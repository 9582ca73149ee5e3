import Testing

@testable import TripFormats

/// Text in any character set.
@Suite struct CharsetTests {
  @Test(
    "Bytes are what browsers take them for",
    arguments: [
      ([0xFC], "iso-8859-1", "ü"), ([0x80], "ISO-8859-1", "€"), ([0xFC], nil, "ü"),
      ([0xC3, 0xBC], "us-ascii", "ü"), ([0xC3, 0xBC], "utf-8", "ü"), ([0xC3, 0xBC], "x-none", "ü"),
      ([0xC3, 0xBC], nil, "ü"), ([0x82, 0xA0], "shift_jis", "あ"), ([0x87, 0x40], "Shift_JIS", "①"),
      ([0xB0, 0xA1], "gb2312", "啊"), ([0x81, 0x40], "GB2312", "丂"), ([0xB0, 0xA1], "euc-kr", "가"),
      ([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "iso-2022-jp", "日"),
      ([0xFF, 0xFE, 0xFC, 0x00], "UTF-16", "ü"), ([0xFC], "", "ü"), ([0xC3, 0xBC], "gb2312", "ü"),
      ([0xFC], "x-none", "ü"), ([0x53, 0x61], "windows-1258", "Sa"),
    ] as [([UInt8], String?, String)])
  func sets(bytes: [UInt8], name: String?, expected: String) {
    let (text, isWhole) = Charset.utf8(bytes, name)
    #expect(String(decoding: text, as: UTF8.self) == expected)
    #expect(isWhole)
  }

  @Test(
    "Bytes that a set does not have are replaced, and what is behind them is read",
    arguments: [
      ([0x61, 0xFF, 0x62], "utf-8"), ([0x61, 0x81, 0x62], "windows-1252"),
      ([0x61, 0xFF, 0x62], "shift_jis"), ([0x61, 0xFF, 0x62], "big5"),
    ] as [([UInt8], String)])
  func mistakes(bytes: [UInt8], name: String) {
    let (text, isWhole) = Charset.utf8(bytes, name)
    #expect(String(decoding: text, as: UTF8.self) == "a\u{FFFD}b")
    #expect(!isWhole)
  }

  @Test("A lone surrogate does not shift what is behind it")
  func surrogate() {
    let (text, isWhole) = Charset.utf8([0x00, 0xD8, 0x61, 0x00, 0x62, 0x00], "UTF-16LE")
    #expect(String(decoding: text, as: UTF8.self) == "\u{FFFD}ab")
    #expect(!isWhole)
  }

  @Test("A zero byte does not end a text")
  func null() {
    #expect(
      String(decoding: Charset.utf8([0x61, 0, 0x62], "utf-8").text, as: UTF8.self)
        == "a\u{FFFD}b")
  }

  @Test("A long text is converted whole, and a hostile name is that of no set")
  func long() {
    let bytes = [UInt8](repeating: 0xFC, count: 100_000)
    #expect(Charset.utf8(bytes, "iso-8859-15").text.count == 200_000)
    for name in ["", "UTF-8//IGNORE", "../x", String(repeating: "a", count: 10_000)] {
      #expect(Charset.utf8([0x61], name).text == [0x61])
    }
  }

  @Test(
    "Encoded words in fields are the letters that they stand for",
    arguments: [
      ("=?utf-8?B?WsO8Z2U=?=", "Züge"), ("=?utf-8?B?WsO8Z2UuY3N2?=", "Züge.csv"),
      ("=?iso-8859-1?q?Z=FCge_1?=.csv", "Züge 1.csv"),
      ("=?utf-8?Q?a?= =?utf-8*en?q?b?= c", "ab c"), ("a =?utf-8?x?b?= =?", "a =?utf-8?x?b?= =?"),
      ("plain", "plain"),
    ])
  func encodedWords(field: String, expected: String) {
    #expect(EncodedWords.text(field) == expected)
  }
}
