#if !canImport(Darwin)
  extension String {
    /// Creates a text in the user's language from a key, which is the text itself in the language of the program.
    ///
    /// ```swift
    /// @Model class Entry {
    ///   var pages = 0
    ///   var title: String { String(localized: "\(pages) pages", comment: "An entry of a list") }
    /// }
    /// ```
    ///
    /// The key of this text is `%lld pages`. Where the table of the bundle has no text for a key, the result is the key with
    /// its values.
    ///
    /// - Parameters:
    ///   - key: The key, with the values of its interpolations.
    ///   - table: The name of the table in the bundle; nil for `Localizable`.
    ///   - bundle: The bundle with the table; nil for the main one.
    ///   - locale: The locale of numbers.
    ///   - comment: A note for translators, which has no effect here.
    public init(
      localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: StaticString? = nil
    ) {
      self = key.text(translatedFrom: key.key, table, bundle, locale)
    }

    /// Creates a text in the user's language from a key that is no text itself.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: The text, with its values, where the table has none for the key.
    ///   - table: The name of the table in the bundle; nil for `Localizable`.
    ///   - bundle: The bundle with the table; nil for the main one.
    ///   - locale: The locale of numbers.
    ///   - comment: A note for translators, which has no effect here.
    public init(
      localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
      bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
      self = defaultValue.text(translatedFrom: "\(key)", table, bundle, locale)
    }

    /// A text that can be translated: a key, and the values of its interpolations.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
      /// The key: the text with a placeholder for each value.
      let key: String
      let values: [Value]

      enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int64)
        case number(Double)
      }

      /// Creates a text without values; `%` is an ordinary character.
      public init(_ value: String) {
        key = value.replacing("%", with: "%%")
        values = []
      }

      /// Creates a text without values; `%` is an ordinary character.
      public init(stringLiteral value: String) { self.init(value) }

      /// Creates a text with values.
      public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        values = stringInterpolation.values
      }

      /// The parts of a text with values.
      public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var values: [Value] = []

        /// Creates a text without parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a part of the key.
        public mutating func appendLiteral(_ literal: String) {
          key += literal.replacing("%", with: "%%")
        }

        /// Adds a text, with the placeholder `%@`.
        public mutating func appendInterpolation(_ text: some StringProtocol) {
          add(.text(String(text)), "%@")
        }

        /// Adds an integer, with the placeholder `%lld` or `%llu`.
        public mutating func appendInterpolation<Number: FixedWidthInteger>(_ number: Number) {
          let value = Int64(exactly: number).map(Value.integer) ?? .text("\(number)")
          add(value, Number.isSigned ? "%lld" : "%llu")
        }

        /// Adds a number, with the placeholder `%lf`.
        public mutating func appendInterpolation<Number: BinaryFloatingPoint>(_ number: Number) {
          add(.number(Double(number)), "%lf")
        }

        /// Adds the description of a value, with the placeholder `%@`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Content>(_ content: Content) {
          add(.text(String(describing: content)), "%@")
        }

        private mutating func add(_ value: Value, _ placeholder: String) {
          values.append(value)
          key += placeholder
        }
      }
    }
  }

  extension String.LocalizationValue {
    fileprivate func text(
      translatedFrom name: String, _ table: String?, _ bundle: Bundle?, _ locale: Locale
    ) -> String {
      let text = (bundle ?? .main).localizedString(forKey: name, value: key, table: table)
      return filled(text, locale)
    }

    /// Returns a translation with the values in place of its placeholders.
    ///
    /// A placeholder may state the position of its value (`%2$@`). Only positions and signs of the translation count, no
    /// types and widths, so that no file can make the program read a value as another type.
    func filled(_ translation: String, _ locale: Locale) -> String {
      var result = ""
      var rest = Substring(translation)
      var next = 0
      while let sign = rest.firstIndex(of: "%") {
        result += rest[..<sign]
        rest = rest[rest.index(after: sign)...]
        if rest.first == "%" {
          result += "%"
          rest.removeFirst()
          continue
        }
        guard let end = rest.firstIndex(where: { "@dDiuUxXoOfeEgGcCsSpaAF".contains($0) }) else {
          result += "%"
          continue
        }
        let position = rest[..<end].firstIndex(of: "$").flatMap { Int(rest[..<$0]) }
        let index = position.map { $0 > 0 ? $0 - 1 : 0 } ?? next
        if position == nil { next += 1 }
        if values.indices.contains(index) { result += spelled(values[index], locale) }
        rest = rest[rest.index(after: end)...]
      }
      return result + rest
    }

    private func spelled(_ value: Value, _ locale: Locale) -> String {
      switch value {
      case .text(let text): text
      case .integer(let number): String(format: "%lld", locale: locale, number)
      case .number(let number): String(format: "%lf", locale: locale, number)
      }
    }
  }
#endif
