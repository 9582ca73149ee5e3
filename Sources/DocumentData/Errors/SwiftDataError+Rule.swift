import DocumentFile
import DocumentTables

extension SwiftDataError {
  /// The identifier of a rule of the format, of a limit, or of a failed file operation.
  ///
  /// The specification (section 8) lists all rules. Those that programs often handle have names:
  ///
  /// ```swift
  /// do {
  ///   upload = try await TripDocument(bytes: body, limits: .upload)
  /// } catch let error as SwiftDataError where error.rule == .limitFileBytes {
  ///   throw HTTPError(.contentTooLarge)
  /// }
  /// ```
  public struct Rule: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier, such as `limit-file-bytes`.
    public let rawValue: String

    /// Creates a rule from its identifier in the specification.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier.
    public var description: String { rawValue }

    /// The file is not a document: neither a zip, nor JSON or XML text of the format.
    public static let notADocument = Rule(.notADocument)
    /// The document uses a newer version of the container format.
    public static let containerNewer = Rule(.containerNewer)
    /// The file is larger than ``ReadingLimits/fileBytes``.
    public static let limitFileBytes = Rule(.limitFileBytes)
    /// The document needs more memory than ``ReadingLimits/expandedBytes`` allows.
    public static let limitExpandedBytes = Rule(.limitExpanded)
    /// The document has more objects than ``ReadingLimits/objects``.
    public static let limitObjects = Rule(.limitObjects)
    /// The file does not exist.
    public static let fileNotFound = Rule(.fileNotFound)
    /// The file cannot be opened for reading.
    public static let fileCannotBeRead = Rule(.fileCannotBeRead)
    /// Another program has changed the file since it was read, and the change cannot be adopted.
    public static let fileChanged = Rule(.fileChanged)
    /// Another program is saving the file.
    public static let fileLocked = Rule(.fileLocked)
    /// The new file is in place, but may not survive a loss of power.
    public static let savedDurabilityUnknown = Rule(.savedDurabilityUnknown)

    private init(_ code: DocumentError.Code) { rawValue = code.rawValue }
  }

  /// A place in a document's file; members that are unknown are nil.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, as the program named it.
    public let file: String?
    /// The part of the zip, or the section of the flat text.
    public let part: String?
    /// The line, counted from 1.
    public let line: Int?
    /// The column, in characters, counted from 1.
    public let column: Int?
    /// The number of bytes before the place.
    public let offset: Int?

    /// The place as `file:line:column`, the form that editors and the converter use.
    public let description: String

    fileprivate init(_ error: DocumentError) {
      file = error.file
      part = error.part
      switch error.place {
      case .line(let line, let column): (self.line, self.column, offset) = (line, column, nil)
      case .offset(let offset): (line, column, self.offset) = (nil, nil, offset)
      case nil: (line, column, offset) = (nil, nil, nil)
      }
      description = error.location
    }
  }

  /// The rule that a document breaks, or the file operation that failed; nil for errors that
  /// concern no file.
  public var rule: Rule? { documentError.map { Rule(rawValue: $0.code.rawValue) } }

  /// The place of the error in a file; nil for errors that concern no file.
  public var location: Location? { documentError.map(Location.init) }

  /// The innermost error about a document.
  private var documentError: DocumentError? {
    var error = underlying
    // Causes are nested a few levels deep.
    while let cause = error as? SwiftDataError { error = cause.underlying }
    return error as? DocumentError
  }
}

extension SwiftDataError: LocalizedError {
  /// The place, the explanation and the cause in words, as `tripconv` prints them.
  public var errorDescription: String? { words }

  private var words: String {
    if let error = underlying as? DocumentError {
      // The explanation names the place and the object already.
      return explanation + " [\(error.code.rawValue)]"
    }
    var place: [String] = []
    if let stage { place.append("stage \(stage)") }
    var object = [entity, property].compactMap { $0 }.joined(separator: ".")
    if let key = self.object { object += object.isEmpty ? "object \(key)" : ", object \(key)" }
    if !object.isEmpty { place.append(object) }
    return (place + [explanation.isEmpty ? code.words : explanation]).joined(separator: ": ")
      + cause
  }
}

extension SwiftDataError.Code {
  /// The name in words, such as `unknown schema`.
  fileprivate var words: String {
    rawValue.reduce(into: "") { words, letter in
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
  }
}
