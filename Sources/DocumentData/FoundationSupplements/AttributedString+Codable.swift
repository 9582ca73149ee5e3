#if !canImport(Darwin)
  // Foundation encodes `AttributedString` on Apple's platforms only.

  extension AttributedString: @retroactive Codable {
    /// Reads a text that ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` if the runs do not cover the text.
    public init(from decoder: any Decoder) throws {
      let form = try RichTextForm(from: decoder)
      guard let text = form.text() else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "the lengths of the runs do not add up to that of the text"))
      }
      self = text
    }

    /// Writes the text, and the attributes of each run: link, language, alternate description,
    /// image URL, replacement index.
    ///
    /// - Throws: `EncodingError` for any other attribute; the error names the attribute.
    public func encode(to encoder: any Encoder) throws {
      let form = RichTextForm(self)
      if let other = form.unknown {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "this attribute of a text cannot be stored: \(other); remove it"))
      }
      try form.encode(to: encoder)
    }
  }

  /// The stored form of rich text: the text, and the length and attributes of each run.
  struct RichTextForm: Codable {
    struct Run: Codable {
      /// The number of Unicode scalars.
      var length: Int
      var link: URL?
      var language: String?
      var alternateDescription: String?
      var imageURL: URL?
      var replacementIndex: Int?
    }

    enum CodingKeys: String, CodingKey { case text, runs }

    let plain: String
    /// Empty for a text without attributes.
    let runs: [Run]
    /// An attribute that the form cannot represent.
    var unknown: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      plain = try container.decode(String.self, forKey: .text)
      runs = try container.decode([Run].self, forKey: .runs)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(plain, forKey: .text)
      try container.encode(runs, forKey: .runs)
    }

    init(_ text: AttributedString) {
      plain = String(text.characters)
      var runs: [Run] = []
      var hasAttributes = false
      for run in text.runs {
        var rest = run.attributes
        if rest != AttributeContainer() { hasAttributes = true }
        runs.append(
          Run(
            length: text.unicodeScalars[run.range].count, link: rest.link,
            language: rest.languageIdentifier, alternateDescription: rest.alternateDescription,
            imageURL: rest.imageURL, replacementIndex: rest.replacementIndex))
        rest.link = nil
        rest.languageIdentifier = nil
        rest.alternateDescription = nil
        rest.imageURL = nil
        rest.replacementIndex = nil
        if unknown == nil, rest != AttributeContainer() {
          let words = rest.description.split(whereSeparator: \.isWhitespace)
          unknown = words.filter { $0 != "{" && $0 != "}" }.joined(separator: " ")
        }
      }
      self.runs = hasAttributes ? runs : []
    }

    /// Returns nil if the runs do not cover the text.
    func text() -> AttributedString? {
      if runs.isEmpty { return AttributedString(plain) }
      var text = AttributedString()
      var rest = plain.unicodeScalars[...]
      for run in runs {
        guard run.length >= 0,
          let end = rest.index(
            rest.startIndex, offsetBy: run.length, limitedBy: rest.endIndex)
        else { return nil }
        var attributes = AttributeContainer()
        attributes.link = run.link
        attributes.languageIdentifier = run.language
        attributes.alternateDescription = run.alternateDescription
        attributes.imageURL = run.imageURL
        attributes.replacementIndex = run.replacementIndex
        text.append(AttributedString(String(rest[..<end]), attributes: attributes))
        rest = rest[end...]
      }
      return rest.isEmpty ? text : nil
    }
  }
#endif
