import MachoValues

extension Command {
  package static let source: Command = .init(
    "source", usage: ["FILE [with(PARAMETERS)]"],
    summary: "run another script",
    details: """
      FILE is a '-- name --' section of the script, or a path as for '@file'. The lines run as if
      they were part of this script. Their output is compared with their own '|' lines. PARAMETERS
      are 'NAME: VALUE, ...': variables that only these lines see.

        source signed-in.macho
        source tapped with(times: 2, title: "two")
      """,
    argument: .form, helpGroup: .script, traits: .runsScript, transcript: .comment
  ) { context, arguments throws(Diagnostic) in
    let parsed = SourceArguments(arguments)
    guard !parsed.name.isEmpty else { throw source.usageError("a file's name is missing") }
    let parameters = try parsed.parameters()
    for (_, value) in parameters {
      do throws(ValueError) { try context.syntax.validateParameter(value.text) } catch {
        throw Diagnostic(error, offset: value.offset)
      }
    }
    let name = String(parsed.name.text)
    guard let files = context.files else {
      throw Diagnostic(
        "no-such-file", "files are not available here: '\(name)' cannot be read",
        at: parsed.name.range)
    }
    let text: String
    do { text = try files.contents(of: name) } catch {
      throw Diagnostic(
        "no-such-file", "\(error)", at: parsed.name.range, candidates: files.similarNames(to: name))
    }
    context.direct(
      .source(
        name, text: text,
        parameters: parameters.map { name, value in
          SourceParameter(name: name, line: .binding(name, to: String(value.text)))
        }))
  }
}

/// A variable that `source` sets for the lines that it runs.
package struct SourceParameter: Equatable, Sendable {
  /// The name of the variable.
  package let name: String
  /// The `let` line that sets it.
  package let line: Line
}

/// The arguments of `source`: `FILE [with(NAME: VALUE, ...)]`.
struct SourceArguments {
  /// The name of the file or section.
  let name: Arguments
  /// The text between the brackets. `nil` without `with`.
  private let list: Arguments?

  init(_ arguments: Arguments) {
    let parts = arguments.split(atWords: "with")
    // A name may contain the word.
    guard parts.count > 1, let last = parts.last, last.text.hasPrefix("("),
      last.bracketedLength == last.text.utf8.count
    else {
      (name, list) = (arguments, nil)
      return
    }
    let end = parts[parts.count - 2].range.upperBound
    name = arguments.part(0..<end - arguments.offset)
    list = last.part(1..<last.text.utf8.count - 1)
  }

  /// Returns the names and values of the parameters, in their order. The values are not parsed.
  func parameters() throws(Diagnostic) -> [(name: String, value: Arguments)] {
    var found: [(name: String, value: Arguments)] = []
    for part in list?.split(at: ",") ?? [] {
      guard let colon = part.firstSeparator(of: [":"]) else {
        throw Command.source.usageError("expected 'NAME: VALUE'", at: part.range)
      }
      let (name, value) = (part.before(colon), part.after(colon))
      guard Line.isVariableName(name.text) else {
        throw Command.source.usageError("invalid name '\(name.text)'", at: name.range)
      }
      guard !found.contains(where: { $0.name == name.text }) else {
        throw Command.source.usageError("'\(name.text)' is given twice", at: name.range)
      }
      guard !value.isEmpty else {
        throw Command.source.usageError("a value is missing", at: value.range)
      }
      // The variables are set one after the other.
      let used = value.text.hasPrefix("$") ? Line.variableNames(in: value.text) : []
      if let earlier = found.first(where: { used.contains($0.name) }) {
        throw Command.source.usageError(
          "'$\(earlier.name)' is set by the same 'with'", at: value.range)
      }
      found.append((String(name.text), value))
    }
    return found
  }
}

extension ValueSyntax {
  /// Throws unless a text is a variable that has a value, or the text of a value.
  fileprivate func validateParameter(_ text: Substring) throws(ValueError) {
    if text.hasPrefix("$") { _ = try variable(text) } else { try Self.validate(text) }
  }
}
