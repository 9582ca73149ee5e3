import DocumentTables

/// A record that a document keeps of a file.
protocol StoredFile: Sendable {
  var key: ObjectKey { get }
  /// What identifies the file in a document.
  var identity: String { get }

  /// Reads a record; nil if it has another form.
  init?(_ record: ExtensionRecord)
  var record: ExtensionRecord { get }
}

/// A record that a document keeps of what a file says of an object.
protocol StoredObject: Sendable {
  var key: ObjectKey { get }
  /// The object; nil if it was deleted, or if the content of the file is no object.
  var anchor: ObjectKey? { get }
  /// The identity of the file.
  var file: String { get }

  /// Reads a record; nil if it has another form.
  init?(_ record: ExtensionRecord)
  var record: ExtensionRecord { get }
}

/// The records that a format keeps of its files.
protocol RecordForm {
  associatedtype File: StoredFile
  associatedtype Object: StoredObject
  /// The entities of the records.
  static var fileEntity: String { get }
  static var objectEntity: String { get }
}

extension RecordForm {
  static func isOwn(_ record: ExtensionRecord) -> Bool {
    record.entity == fileEntity || record.entity == objectEntity
  }
}

/// What a document keeps of the files of a format.
///
/// The record of an object is anchored to it, so it is deleted with the object.
struct StoredFiles<Form: RecordForm>: Sendable {
  /// The files in the order of their keys; one that lies in a document twice, after a union, is one.
  let files: [Form.File]
  let objects: [Form.Object]
  private let fileOfIdentity: [ComparisonText: Form.File]
  private let ofFile: [ComparisonText: [Form.Object]]

  /// Reads the records of tables; those of other programs, or of another form, are left out.
  init(_ tables: Tables) {
    var files: [Form.File] = []
    var objects: [Form.Object] = []
    for record in tables.extensions.sorted(by: { $0.key < $1.key }) {
      switch record.entity {
      case Form.fileEntity: if let file = Form.File(record) { files.append(file) }
      case Form.objectEntity: if let object = Form.Object(record) { objects.append(object) }
      default: break
      }
    }
    var seen: Set<ComparisonText> = []
    self.files = files.filter { seen.insert(ComparisonText($0.identity)).inserted }
    fileOfIdentity = Dictionary(
      self.files.map { (ComparisonText($0.identity), $0) }
    ) { first, _ in first }
    self.objects = objects
    ofFile = Dictionary(grouping: objects) { ComparisonText($0.file) }
  }

  /// Returns the file of an identity; nil if there is none.
  func file(_ identity: ComparisonText) -> Form.File? { fileOfIdentity[identity] }

  func file(_ identity: String) -> Form.File? { file(ComparisonText(identity)) }

  /// Returns the objects of the file of an identity.
  func objects(of identity: ComparisonText) -> [Form.Object] { ofFile[identity] ?? [] }

  func objects(of identity: String) -> [Form.Object] { objects(of: ComparisonText(identity)) }

  /// Returns the records of the objects that exist, one of each, the first one imported.
  func ofObjects(where exists: (ObjectKey) -> Bool = { _ in true }) -> [ObjectKey: Form.Object] {
    Dictionary(
      objects.compactMap { record in
        guard let anchor = record.anchor, exists(anchor), file(record.file) != nil else {
          return nil
        }
        return (anchor, record)
      }
    ) { first, _ in first }
  }
}
