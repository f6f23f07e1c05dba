import MachoValues

/// A context with a preset of the feature's dependencies, as `context` names them: `test`, or
/// `preview "API failed"`.
package struct ContextChoice: Hashable, Sendable {
  /// The context.
  package var context: RunContext
  /// The name of a preset of the feature. Only of a preview. Default: `nil` (the preview values).
  package var preset: String?

  /// Creates a choice.
  package init(_ context: RunContext, preset: String? = nil) {
    self.context = context
    self.preset = preset
  }

  package static let test = Self(.test)
  package static let preview = Self(.preview)
  package static let live = Self(.live)

  /// The choice as `context` reads it.
  package var text: String {
    context.rawValue + (preset.map { " " + ValueSyntax().print($0) } ?? "")
  }

  /// Parses a choice. Throws `usage` if the context is unknown, or if one other than `preview` has a
  /// preset.
  package init(parsing text: String) throws(Diagnostic) {
    try self.init(Arguments(text, from: 0))
  }

  /// Parses the arguments of `context`.
  init(_ arguments: Arguments) throws(Diagnostic) {
    var rest = arguments
    guard let (name, range) = rest.consumeWord() else {
      throw Command.context.usageError("a context is missing")
    }
    guard let context = RunContext(rawValue: name) else {
      throw Diagnostic(
        "usage", "unknown context '\(name)'", at: range,
        candidates: Suggestions.nearest(to: name, among: RunContext.allCases.map(\.rawValue)),
        notes: Command.context.usageLines.map { "usage: " + $0 })
    }
    guard !rest.isEmpty else {
      self.init(context)
      return
    }
    guard context == .preview else {
      throw Command.context.usageError(
        "only 'preview' has presets: '\(name)' takes no argument", at: rest.range)
    }
    guard rest.text.hasPrefix("\"") else {
      throw Command.context.usageError("the name of a preset is in quotes", at: rest.range)
    }
    do throws(ValueError) {
      self.init(context, preset: try ValueSyntax().read(rest.text, as: String.self))
    } catch { throw Diagnostic(error, offset: rest.offset) }
  }

  /// Throws `no-such-preset` unless the feature has the preset.
  func check(for feature: any DrivenFeature, at range: Range<Int>?) throws(Diagnostic) {
    guard let preset, !feature.presets.contains(preset) else { return }
    let names = feature.presets.map { ContextChoice(.preview, preset: $0).text }
    throw Diagnostic(
      "no-such-preset", "'\(feature.name)' has no preset \(ValueSyntax().print(preset))", at: range,
      candidates: Suggestions.nearest(to: preset, among: feature.presets)
        .map { ValueSyntax().print($0) },
      notes: [
        names.isEmpty
          ? "it has none; 'presets:' of its registration adds them"
          : "presets:  " + names.map { "context " + $0 }.joined(separator: ", ")
      ])
  }
}
