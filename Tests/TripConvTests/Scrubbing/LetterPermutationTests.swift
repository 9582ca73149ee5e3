import DocumentTables
import Testing

@testable import tripconv

@Suite("Replaced letters")
struct LetterPermutationTests {
  private static let keys = (0..<40).map { KeyedHash.Key(low: $0, high: ~$0) }

  // The reference values of SipHash-2-4 for the key 00 01 … 0f and the messages 00 … 07, 00 … 0f.
  @Test("the keyed hash is SipHash-2-4")
  func hash() {
    let key = KeyedHash.Key(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
    var hash = KeyedHash(key, purpose: 0x0706_0504_0302_0100)
    #expect(hash.value == 0x93f5_f579_9a93_2462)
    hash.absorb(0x0f0e_0d0c_0b0a_0908)
    #expect(hash.value == 0x3f2a_cc7f_57c2_9bdb)
  }

  @Test(
    "are one to one, and none is itself",
    arguments: [[2], [2, 2], [3, 4, 5], [10, 10, 9], [26, 10, 2], [2, 2, 2, 2, 2, 2]])
  func oneToOne(bases: [Int]) {
    let count = bases.reduce(1, *)
    for key in Self.keys {
      var results: Set<[Int]> = []
      for number in 0..<count {
        var rest = number
        let digits = bases.map { base in
          defer { rest /= base }
          return rest % base
        }
        var replaced = digits
        LetterPermutation(key: key).apply(to: &replaced, bases: bases, shape: 1)
        #expect(replaced != digits)
        #expect(zip(replaced, bases).allSatisfy { (0..<$1).contains($0) })
        results.insert(replaced)
      }
      #expect(results.count == count)
    }
  }

  @Test("keep script, case, size and everything that is no letter")
  func alphabets() {
    let texts = [
      "Hotel Adlon, Zimmer 27", "Ελλάδα", "Київ ’24", "東京 — 京都", "서울", "مكة المكرمة", "नमस्ते",
      "ภาษาไทย", "🏝️🚂", "🇩🇪🇫🇷", "éàü", "ǅ", "①②", "\u{1D400}\u{1D401}",
    ]
    for (key, text) in zip(Self.keys, texts) {
      var scrambler = TextScrambler(key)
      let replaced = scrambler.scrambled(text)
      #expect(replaced != text)
      let (old, new) = (Array(text.unicodeScalars), Array(replaced.unicodeScalars))
      #expect(old.count == new.count && text.utf8.count == replaced.utf8.count)
      for (old, new) in zip(old, new) {
        #expect(old.properties.generalCategory == new.properties.generalCategory)
        #expect(UTF8.width(old) == UTF8.width(new))
        if !old.properties.isAlphabetic, old.properties.numericType == nil,
          !old.properties.isEmoji
        {
          #expect(old == new)
        }
      }
    }
  }

  @Test("are the same for texts that are equal as keys")
  func canonicalEquivalents() {
    let pairs = [
      ("\u{E9}t\u{E9}", "e\u{301}te\u{301}"), ("\u{1EBF}", "e\u{302}\u{301}"),
      ("\u{1EBF}", "\u{EA}\u{301}"), ("q\u{301}", "q\u{301}"),
      ("a\u{323}\u{302}", "a\u{302}\u{323}"), ("\u{1EAD}", "\u{E2}\u{323}"),
      (
        "\u{D55C}\u{AD6D}\u{C5EC}",
        "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}\u{110B}\u{1167}"
      ),
      ("\u{C5}ngstr\u{F6}m", "\u{212B}ngstro\u{308}m"),
      ("\u{1E69}a", "s\u{307}\u{323}a"), ("\u{8C48}", "\u{F900}"),
    ]
    for key in Self.keys {
      for (one, other) in pairs {
        var scrambler = TextScrambler(key)
        let (first, second) = (scrambler.scrambled(one), scrambler.scrambled(other))
        #expect(first == second)
        #expect(first.unicodeScalars.count == one.unicodeScalars.count)
        #expect(second.unicodeScalars.count == other.unicodeScalars.count)
        #expect(first.utf8.count == one.utf8.count)
      }
    }
  }

  @Test("of one text depend on the rest of it")
  func diffusion() {
    var different = 0
    for key in Self.keys {
      var scrambler = TextScrambler(key)
      let (one, other) = (scrambler.scrambled("Amsterdam"), scrambler.scrambled("Amsterdan"))
      different += zip(one, other).count { $0 != $1 }
    }
    #expect(different > Self.keys.count * 8)
  }

  @Test(
    "make no URL invalid",
    arguments: [
      "https://user@example.com:8080/a%20b/%C3%A9?q=1&r=x#frag", "mailto:anna@example.org",
      "http://[2001:db8::7]/x", "http://[::ffff:192.0.2.1]/x", "a/b c://d", "//host", "tel:+49-30",
      "%41", "urn:isbn:0451450523",
    ])
  func urls(url: String) {
    for key in Self.keys {
      var scrambler = TextScrambler(key)
      let replaced = scrambler.scrambled(url: url)
      #expect(replaced != url && replaced.utf8.count == url.utf8.count)
      #expect(replaced.prefix { $0 != ":" } == url.prefix { $0 != ":" } || url.first != "h")
      #expect(throws: Never.self) { _ = try URLText.parse(replaced) }
    }
  }

  @Test("of numbers stay in the range of their type")
  func numbers() {
    for key in Self.keys {
      let scrambler = NumberScrambler(key)
      let bytes = Set((0...255).map { scrambler.scrambled($0, in: 0...255) })
      #expect(bytes.count == 256 && bytes.allSatisfy { (0...255).contains($0) })
      for number in [Int64.min, -10, 0, 7, Int64.max] {
        let replaced = scrambler.scrambled(number, in: Int64.min...Int64.max)
        #expect(String(replaced).count == String(number).count)
        #expect((replaced < 0) == (number < 0))
      }
      for number in [48.85837, -0.0005, 1.7e308, .leastNonzeroMagnitude, 0.1, .infinity] {
        let replaced = scrambler.scrambled(number)
        #expect(replaced.sign == number.sign && replaced.isFinite == number.isFinite)
      }
      #expect(scrambler.scrambled(48.85837) != 48.85837)
      #expect(scrambler.scrambled(decimal: "19.99") != "19.99")
      #expect(scrambler.scrambled(decimal: "NaN") == "NaN")
    }
  }
}
