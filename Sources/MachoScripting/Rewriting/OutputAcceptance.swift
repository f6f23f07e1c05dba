import MachoReporting
import MachoSystem

/// Writes the actual output of single steps to a script as their new expectations.
package struct OutputAcceptance {
  private let script: Script
  private let path: String
  /// The accepted outputs, by step.
  private var outputs: [Int: [OutputLine]] = [:]
  /// The text of the file as last read or written.
  private var text: [UInt8]
  /// The script with the accepted outputs.
  package private(set) var current: Script

  /// Creates a value for a script that was read from a file.
  package init(_ script: Script, path: String) {
    self.script = script
    self.path = path
    current = script
    text = Array(script.source.text.utf8)
  }

  /// Writes the output of a step, besides those accepted before.
  ///
  /// Throws and writes nothing if the file changed since it was read.
  package mutating func accept(_ output: [OutputLine], ofStep step: Int) throws(FileError) {
    outputs[step] = output
    let rewritten = ScriptRewriter.rewrite(
      script, outputs: script.steps.indices.map { outputs[$0] }, mode: .all)
    let new = Array(rewritten.text.utf8)
    let found = try ScriptFiles.read(path)
    // A session that is restored after a crash accepts the output again.
    guard found == text || found == new else {
      outputs[step] = nil
      throw FileError("update", path, reason: "the file changed while it was debugged")
    }
    try AtomicFile.write(new, to: path)
    text = new
    // Expected output cannot make a script invalid, or change the order of its cases.
    if let whole = try? ScriptParser.parse(new) { current = whole.run(like: script) ?? current }
  }

  /// Returns the line at which a command of the original script begins in the file now. Lines of other
  /// kinds move with the command below them.
  package func currentLine(of line: Int) -> Int {
    guard let step = script.steps.firstIndex(where: { $0.lines.upperBound > line }),
      current.steps.indices.contains(step)
    else { return line + current.source.lines.count - script.source.lines.count }
    return line + current.steps[step].lines.lowerBound - script.steps[step].lines.lowerBound
  }
}
