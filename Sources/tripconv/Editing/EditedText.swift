import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables

/// Some objects of a document as a flat JSON text for a person, and what an edited text changes in the document.
///
///     objects ─► text, a line for each property ─► editor ─► text ─► objects ─► changes
///        └────────────────────── what they were ──────────────────────┘
struct EditedText {
  /// The objects, without references that lead out of them.
  private let base: Tables
  private let type: DocumentType
  private let limits: DocumentLimits

  /// - Parameter base: Objects of a document, without references that lead out of them.
  init(_ base: Tables, type: DocumentType, limits: DocumentLimits) {
    var base = base
    // What lies beside the rows is not edited.
    (base.history, base.extensions, base.keptParts, base.carried) = (nil, [], [], [])
    self.base = base
    self.type = type
    self.limits = limits
  }

  // MARK: Text

  /// Returns the text, and the line at which its records begin.
  func text() throws(DocumentError) -> (bytes: [UInt8], line: Int) {
    let bytes = try DocumentFile.bytes(
      of: base, form: .flat, options: DocumentWriteOptions(encoding: .json, type: type))
    var lines: [ArraySlice<UInt8>] = []
    var first: Int?
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard line.starts(with: Self.recordStart) else {
        lines.append(line)
        continue
      }
      first = first ?? lines.count + 1
      lines += Self.properties(of: line)
    }
    return (Array(lines.joined(separator: [UInt8(ascii: "\n")])), first ?? 1)
  }

  private static let recordStart = Array("{\"$id\":".utf8)

  /// Returns a record with a line for each of its properties.
  private static func properties(of record: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var (depth, isText, isEscaped) = (0, false, false)
    var start = record.startIndex
    for (index, byte) in zip(record.indices, record) {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1:
        lines.append(record[start...index])
        start = index + 1
      default: break
      }
    }
    return lines + [record[start...]]
  }

  // MARK: Changes

  /// Reads an edited text and returns what it changes in a document.
  ///
  /// New objects get keys of the document, because a person can only guess which are free. Objects that the text no
  /// longer has are deleted by the rules of the schema.
  ///
  /// - Throws: ``CommandFailure`` that says where the text is wrong, or what the document has now.
  func changes(
    _ source: ReadSource, named name: String, of document: OpenedDocument
  ) throws(CommandFailure) -> ChangeSet {
    var edited: Tables
    do {
      edited = try DocumentFile.read(source, limits: limits).tables
    } catch {
      throw CommandFailure(error, file: name)
    }
    guard edited.documentID == base.documentID,
      edited.schema.modelFingerprint() == base.schema.modelFingerprint()
    else {
      throw CommandFailure(
        .badData, "it is not a text of \(document.name): leave its header and schema as they are",
        at: name)
    }
    edited = edited.rekeyed(newKeys(in: edited, document.tables))
    let tables = document.tables
    var changes = ChangeSet(from: base, to: edited)
    let deleted = changes.deleted
    changes.deleted = []
    (changes.extensions, changes.keptParts, changes.carried) = ([], [], nil)
    changes.nextKey = max(edited.nextKey, tables.nextKey)
    let conflicts = changes.conflicts(with: tables)
    guard conflicts.isEmpty else {
      let words = ConflictWords(tables)
      throw CommandFailure(
        .lockedOrChanged, "it was changed while the text was edited", at: document.name,
        details: Message.details(conflicts.lazy.map(words.words), of: conflicts.count))
    }
    guard !deleted.isEmpty else { return changes }
    let result = tables.applying(changes)
    // An object with another entity is deleted and inserted under one key.
    let kept = Set(changes.inserted.map(\.key))
    let gone = deleted.filter { !kept.contains($0.key) }.map { ($0.hierarchy, $0.key) }
    do throws(ObjectDeletion.Refusal) {
      let deletion = try ObjectDeletion(gone, from: result)
      return ChangeSet(from: tables, to: result.applying(deletion.changes))
    } catch {
      throw DeletionWords.failure(error, tables, at: name)
    }
  }

  /// Returns free keys of a document for the objects that the text adds.
  private func newKeys(in edited: Tables, _ document: Tables) -> [ObjectKey: ObjectKey] {
    var keys: [ObjectKey: ObjectKey] = [:]
    // Above the keys of both, so that no two are equal on the way.
    var next = max(document.nextKey, edited.nextKey, base.nextKey)
    for table in edited.tables {
      for segment in table.segments {
        for row in 0..<segment.count where base.find(segment.keys[row]) == nil {
          keys[segment.keys[row]] = next
          next += 1
        }
      }
    }
    return keys
  }
}
