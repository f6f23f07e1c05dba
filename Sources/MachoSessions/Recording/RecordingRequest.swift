/// A request to the session's recorder.
package enum RecordingRequest: Sendable {
  case start(path: String, overwriting: Bool)
  case stop
  /// Writes the whole session, or a range of actions of the history in force. `verbatim` keeps all
  /// lines.
  case save(path: String, slice: Range<Int>?, verbatim: Bool, overwriting: Bool)
  /// Writes the session in another format. Without a path, returns the text.
  case export(format: ExportFormat, path: String?, overwriting: Bool)
}

extension SessionObservers {
  /// Passes a request to the recorder. Returns the text to print, if any.
  func perform(_ request: RecordingRequest) throws(Diagnostic) -> String? {
    guard let onRecording else {
      var note = "write a script's transcript:  macho run SCRIPT > FILE"
      if case .export(let format, _, _) = request {
        note = "export a script:  macho export \(format.rawValue) SCRIPT"
      }
      throw Diagnostic(
        "not-supported", "recording requires a prompt", notes: [note])
    }
    return try onRecording(request)
  }
}
