import ArgumentParser
import Foundation
import MachoScripting
import MachoSystem

struct ReportPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Make a page for a browser of recordings and reports.",
    discussion: """
      Each FILE is a report of 'macho test --report FILE.jsonl' or '--format jsonl', or what an app \
      records with '.recording(to:as:)', also while it runs. The page joins them. A recording is \
      replayed: calls of the app's dependencies stay pending, and the actions that its effects sent \
      are sent again. \
      Exit status: 0 written; 2 usage, or a file that cannot be read.
      """)

  @Argument(help: ArgumentHelp("Reports and recordings.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The page. Default: the first file with the extension .html.", valueName: "file.html"))
  var output: String?

  @Flag(
    help: "Write the page again whenever a file changes; the page reloads itself every 2 seconds.")
  var watch = false

  @Option(
    name: .customLong("redact"),
    help: "Redact matches of this regular expression. May be repeated.")
  var redactions: [String] = []

  func validate() throws {
    if files.contains(page) {
      throw ValidationError("the page would replace \(page): use --output")
    }
  }

  private var page: String {
    output ?? URL(fileURLWithPath: files[0]).deletingPathExtension().relativePath + ".html"
  }

  func run() throws {
    try write()
    StandardOutput.print("wrote \(page)")
    guard watch else { return }
    let interruption = InterruptSignal.install()
    var stamps = files.map(FileStamp.read)
    while interruption?.signal == nil {
      // Files are checked as 'macho test --watch' does.
      var polled = pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 150)
      let next = files.map(FileStamp.read)
      guard next != stamps else { continue }
      stamps = next
      // An error is printed. A recording may end in the middle of a line, which the next change
      // completes.
      try? write()
    }
    interruption?.reraise()
  }

  private func write() throws {
    let redactor = try makeRedactor(redactions)
    let title = files.map { URL(fileURLWithPath: $0).lastPathComponent }.joined(separator: ", ")
    let reporter = HTMLReporter(
      title: title, redactor: redactor, reloadInterval: watch ? 2 : nil)
    var lines: [String] = []
    do {
      for file in files { lines += try self.lines(of: file) }
      let page = reporter.document(of: lines)
      try OutputFile.write(page.map { $0.text + "\n" }.joined(), to: self.page)
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
  }

  /// Returns the data of a file.
  private func lines(of file: String) throws -> [String] {
    let bytes = try ScriptFiles.read(file, limit: ReportFile.sizeLimit)
    guard bytes.first == UInt8(ascii: "{"), !AppRecording.isRecording(bytes) else {
      return try recordingLines(bytes, file)
    }
    return try ReportFile(bytes, path: file, isGrowing: watch).lines.map(\.text)
  }

  /// Replays an app's recording and returns its data.
  private func recordingLines(
    _ bytes: [UInt8], _ file: String
  ) throws(FileError) -> [String] {
    let recording: AppRecording
    // The app may be writing the last line.
    let whole = bytes[...(bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex - 1)]
    do { recording = try AppRecording(Array(whole), path: file) } catch {
      let reason = (error as? ScriptParseErrors)?.text(path: file)
      throw (error as? FileError) ?? FileError("read", file, reason: reason ?? "\(error)")
    }
    let result = AppRecordingImporter(recording, path: file, catalog: Catalog.all).result()
    return JSONLinesReporter(includesTimeline: true).report(result).map(\.text)
  }
}
