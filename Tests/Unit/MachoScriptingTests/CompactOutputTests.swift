import MachoDiff
import MachoReporting
import Testing

@testable import MachoScripting

/// Properties of expected diffs, for generated states and changes.
@Suite struct CompactOutputTests {
  private struct Example {
    var before: GeneratedState
    var after: GeneratedState
    var output: [OutputLine]
    var compact: ExpectedOutput

    /// Returns `nil` if the change has no effect.
    init?(_ generator: inout SeededGenerator) {
      before = GeneratedState(&generator)
      after = before
      for _ in 0..<Int.random(in: 1...2, using: &generator) { after.change(&generator) }
      output = before.output(becoming: after)
      guard output.allSatisfy({ $0.diff != nil }) else { return nil }
      compact = ExpectedOutput(compact: output)
    }
  }

  private func check(count: Int = 1_500, _ body: (Example, inout SeededGenerator) throws -> Void)
    rethrows
  {
    var generator = SeededGenerator(seed: 18)
    var examples = 0
    for _ in 0..<count {
      guard let example = Example(&generator) else { continue }
      examples += 1
      try body(example, &generator)
    }
    #expect(examples > count / 2)
  }

  private func matches(_ expected: ExpectedOutput, _ actual: [OutputLine]) -> Bool {
    var bindings = CaptureBindings()
    return expected.match(actual: actual, bindings: &bindings) == nil
  }

  /// The lines that tell two diffs of one state apart. A diff may print an element that changed in
  /// a way that custom-dump does not see, as a container of unchanged elements.
  private func visible(_ output: [OutputLine]) -> [String] {
    output.filter { output in
      let line = output.text
      return output.change?.isChange == true || !["…", "[", "]"].contains { line.contains($0) }
        || line.contains("Row(") || line.contains("Item(")
    }.map(\.text)
  }

  private func text(_ expected: ExpectedOutput, _ actual: [OutputLine]) -> Comment {
    "\((expected.lines.map(\.raw) + ["actual:"] + actual.map(\.text)).joined(separator: "\n"))"
  }

  @Test func `Full and compact output match the output that they were written from`() {
    check { example, _ in
      let full = ExpectedOutput(literal: example.output.map(\.text))
      #expect(matches(full, example.output), text(full, example.output))
      #expect(matches(example.compact, example.output), text(example.compact, example.output))
      let compacted = full.compacted(matching: example.output, CaptureBindings())
      #expect((compacted ?? full).lines == example.compact.lines)
    }
  }

  @Test func `Properties and elements that do not change never fail a compact script`() {
    check { example, generator in
      var (before, after) = (example.before, example.after)
      GeneratedState.extend(&before, &after, &generator)
      let output = before.output(becoming: after)
      #expect(matches(example.compact, output), text(example.compact, output))
    }
  }

  @Test func `Another change always fails a compact script`() {
    var others = 0
    check { example, generator in
      // Another change of the same state, or one more.
      var other = Bool.random(using: &generator) ? example.before : example.after
      other.change(&generator)
      let output = example.before.output(becoming: other)
      guard visible(output) != visible(example.output) else { return }
      others += 1
      #expect(
        !matches(example.compact, output),
        "\(text(example.compact, output)) from \(example.output.map(\.text).joined(separator: "\n"))"
      )
      let full = ExpectedOutput(literal: example.output.map(\.text))
      #expect(!matches(full, output), text(full, output))
    }
    #expect(others > 1_000)
  }

  @Test func `A missing and an extra changed line always fail`() {
    check { example, generator in
      let changes = example.compact.lines.indices.filter {
        ChangeLine.Mark(of: example.compact.lines[$0].text) != .unchanged
      }
      let change = generator.pick(changes)
      var missing = example.compact
      missing.lines.remove(at: change)
      #expect(!matches(missing, example.output), text(missing, example.output))
      var extra = example.compact
      extra.lines.insert(example.compact.lines[change], at: change)
      #expect(!matches(extra, example.output), text(extra, example.output))
    }
  }

  @Test func `An update of a script writes output that matches`() throws {
    try check(count: 500) { example, generator in
      var other = example.before
      other.change(&generator)
      let output = example.before.output(becoming: other)
      let old = generator.pick([
        example.compact, ExpectedOutput(literal: example.output.map(\.text)),
      ])
      let text = "send x\n" + old.lines.map { $0.raw + "\n" }.joined()
      let script = try ScriptParser.parse(text)
      let mode = generator.pick([ScriptRewriter.Mode.all, .compact])
      let new = ScriptRewriter.rewrite(script, outputs: [output], mode: mode)
      let step = try #require(try ScriptParser.parse(new.text).steps.first)
      let expected = try #require(step.expectedOutput)
      #expect(matches(expected, output), self.text(expected, output))
      if matches(old, output) { #expect(mode == .compact || new.text == text) }
    }
  }
}
