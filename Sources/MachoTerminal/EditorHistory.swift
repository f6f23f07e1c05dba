import CLibedit

/// The entries that the arrow keys and Ctrl-R find. libedit keeps them in memory, `HistoryFile` on
/// disk.
final class EditorHistory {
  // SAFETY: created by the initializer, and freed by `close`, the last call.
  let handle: OpaquePointer
  private let limit: Int
  private var file: HistoryFile?
  private var last: String?
  private let warn: (String) -> Void

  /// Calls `warn` once if entries cannot be saved.
  init(_ configuration: LineSourceConfiguration, notice: @escaping (String) -> Void) {
    guard let handle = history_winit() else {
      preconditionFailure("no memory for an empty history")
    }
    self.handle = handle
    self.warn = notice
    macho_history_bound(handle, Int32(clamping: configuration.historyLimit))
    macho_history_unique(handle, 1)
    limit = configuration.historyLimit
    switchFile(to: configuration.historyPath)
  }

  /// Switches to the entries of another file. With `nil`, keeps the entries of this run only.
  func switchFile(to path: String?) {
    file = path.map { HistoryFile(path: $0, limit: limit) }
    guard let entries = withFile({ file throws(HistoryFile.Failure) in try file.load() }) else {
      return
    }
    last = nil
    macho_history_clear(handle)
    for entry in entries { addToMemory(entry) }
  }

  func close() { history_wend(handle) }

  /// Adds an entry unless it is blank or repeats the last one.
  func add(_ entry: String) {
    guard entry != last, !entry.allSatisfy(\.isWhitespace) else { return }
    addToMemory(entry)
    withFile { file throws(HistoryFile.Failure) in try file.append(entry) }
  }

  private func addToMemory(_ entry: String) {
    last = entry
    macho_history_enter(handle, wide(entry))
  }

  @discardableResult
  private func withFile<R>(_ body: (HistoryFile) throws(HistoryFile.Failure) -> R) -> R? {
    guard let file else { return nil }
    do {
      return try body(file)
    } catch {
      self.file = nil
      warn("macho: the history is not saved: \(error.path): \(error.reason)")
      return nil
    }
  }
}
