import CLibedit

/// The entries that the arrow keys and Ctrl-R find: libedit's in memory, ours on disk.
final class EditorHistory {
  let handle: OpaquePointer
  private let limit: Int
  private var file: HistoryFile?
  private var last: String?
  private let notice: (String) -> Void

  /// `notice` is told, once, when entries cannot be kept.
  init(_ configuration: LineSourceConfiguration, notice: @escaping (String) -> Void) {
    guard let handle = history_winit() else {
      preconditionFailure("no memory for an empty history")
    }
    self.handle = handle
    self.notice = notice
    macho_history_bound(handle, Int32(clamping: configuration.historyLimit))
    macho_history_unique(handle, 1)
    limit = configuration.historyLimit
    keep(at: configuration.historyPath)
  }

  /// Goes on with the entries of another file; without one, with those of this run.
  func keep(at path: String?) {
    file = path.map { HistoryFile(path: $0, limit: limit) }
    guard let entries = keeping({ file throws(HistoryFile.Failure) in try file.load() }) else {
      return
    }
    last = nil
    macho_history_clear(handle)
    for entry in entries { enter(entry) }
  }

  func end() { history_wend(handle) }

  /// Keeps an entry, except a blank one or the same again.
  func add(_ entry: String) {
    guard entry != last, !entry.allSatisfy(\.isWhitespace) else { return }
    enter(entry)
    keeping { file throws(HistoryFile.Failure) in try file.append(entry) }
  }

  private func enter(_ entry: String) {
    last = entry
    macho_history_enter(handle, wide(entry))
  }

  @discardableResult
  private func keeping<R>(_ body: (HistoryFile) throws(HistoryFile.Failure) -> R) -> R? {
    guard let file else { return nil }
    do {
      return try body(file)
    } catch {
      self.file = nil
      notice("macho: the history is kept in memory only: \(error.path): \(error.reason)")
      return nil
    }
  }
}
