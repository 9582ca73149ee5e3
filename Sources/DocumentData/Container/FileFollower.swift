import DocumentFile
import Synchronization

/// Lets a store adopt what other processes save, soon after they have saved.
final class FileFollower: Sendable {
  private let path: String
  private let store: DocumentStore
  private let watch = Mutex<FileWatcher.Watch?>(nil)
  /// Whether reading the file is scheduled and has not begun.
  private let isScheduled = Atomic(false)
  private let queue = DispatchQueue(label: "DocumentData.FileFollower", qos: .utility)

  init(_ path: String, _ store: DocumentStore) {
    self.path = path
    self.store = store
  }

  /// How changes are noticed; nil before ``begin()``.
  var method: FileWatcher.Method? { watch.withLock { $0?.method } }

  /// Begins to watch the file, once.
  func begin() {
    let begun = watch.withLock { watch -> FileWatcher.Method? in
      guard watch == nil else { return nil }
      let begun = FileWatcher.ofProcess.watch(path) { [weak self] in self?.schedule() }
      watch = begun
      return begun.method
    }
    guard let begun else { return }
    if case .polling(let reason) = begun {
      ModelContainer.warn("\(path) is looked at once a second for changes: \(reason)")
    }
    // The file may have changed before it was watched.
    schedule()
  }

  private func schedule() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async {
      self.isScheduled.store(false, ordering: .releasing)
      do {
        try self.store.adopt()
      } catch {
        self.store.tellFollowers(failure: error)
      }
    }
  }
}

extension ModelConfiguration {
  /// When the containers of a configuration notice that other processes save the document's file.
  public enum FileFollowing: Hashable, Sendable {
    /// Within a second if a context follows its store: a main context, a context that saves
    /// automatically, or one with observers; otherwise at each save and at each fetch of the history.
    case automatic
    /// Within a second, from the creation of the container.
    case always
    /// At each save, and when the history is deleted.
    case never
  }
}

extension ModelContainer {
  /// How a container notices that other processes save a file.
  public enum Noticing: Hashable, Sendable {
    /// Each save compares the file with its last state, and merges.
    case atSave
    /// The system reports changes of the file, also between saves.
    case events
    /// The file is looked at once a second, also between saves, because of the reason.
    case polling(reason: String)
  }

  /// Posted after a container has learned that another container or another process has changed one
  /// of its stores.
  ///
  /// The object is the container; the user information has the identifier of the store under
  /// ``storeIdentifierKey``. Fetches return the changed objects already. The notification arrives on
  /// any thread: that of the context that has saved, or one of this library.
  ///
  /// Observing this notification alone makes no container follow its file; see
  /// ``ModelConfiguration/fileFollowing``.
  public static let remoteChange = Notification.Name("DocumentData.ModelContainer.remoteChange")

  /// The key of the changed store's identifier in the user information of ``remoteChange``.
  public static let storeIdentifierKey = "storeIdentifier"

  /// Posted if what another process has saved cannot be read, or needs a migration that the
  /// container's plan does not have.
  ///
  /// The object is the container; the user information has the error under
  /// ``followingErrorKey``. The store keeps its content, and saves throw the error. SwiftData lacks
  /// this notification.
  public static let didFailToFollow = Notification.Name(
    "DocumentData.ModelContainer.didFailToFollow")

  /// The key of the error in the user information of ``didFailToFollow``.
  public static let followingErrorKey = "error"

  /// Returns how the container notices at present that other processes save the file of a
  /// configuration; see ``ModelConfiguration/fileFollowing``.
  public func noticing(_ configuration: ModelConfiguration) -> Noticing {
    let store = stores.first { $0.configuration == configuration }
    return switch store?.document?.noticing {
    case nil: .atSave
    case .events: .events
    case .polling(let reason): .polling(reason: reason)
    }
  }
}
