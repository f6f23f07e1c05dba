import MachoReporting
import MachoSystem

/// The destination of a report. Standard output, pipes and devices show progress; a regular file
/// appears whole at the end.
struct ReportOutput {
  /// Why a report could not be written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// `nil` for standard output, which reports its errors itself.
  private let file: OutputFile?
  /// The colors of a readable report. `nil` for a format that programs read, whose lines are written
  /// unchanged.
  private let palette: Palette?

  /// Writes to standard output.
  init(standardOutputWith palette: Palette?) {
    file = nil
    self.palette = palette
  }

  /// Writes to a file, whose old contents stay until `finish()`. Throws if it cannot be written.
  init(path: String, _ palette: Palette?) throws(Failure) {
    self.palette = palette
    do throws(FileError) { file = try OutputFile(path: path) } catch {
      throw Failure(description: error.description)
    }
  }

  /// Writes lines, each with a newline.
  func write(lines: [StyledLine]) throws(Failure) {
    guard !lines.isEmpty else { return }
    try write(
      (palette?.escapedText(of: lines) ?? lines.map(\.text).joined(separator: "\n")) + "\n")
  }

  /// Writes a whole text.
  func write(_ text: String) throws(Failure) {
    guard let file else { return StandardOutput.write(text) }
    do throws(FileError) { try file.write(Array(text.utf8)) } catch {
      throw Failure(description: error.description)
    }
  }

  /// Ends the report: a file replaces its old contents.
  func finish() throws(Failure) {
    do throws(FileError) { try file?.finish() } catch {
      throw Failure(description: error.description)
    }
  }
}
