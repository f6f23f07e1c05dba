// The expected output in sections that a script sources.

extension ExpectationUpdater.Update {
  /// Writes the expected output of sections into the lines of a script. Returns the lines of the changed
  /// commands.
  static func rewriteSections(
    of script: inout Script, _ updates: inout [Self], _ mode: ScriptRewriter.Mode
  ) -> (changed: Set<Int>, new: Set<Int>) {
    var (changed, new): (Set<Int>, Set<Int>) = ([], [])
    let observations = updates.filter(\.isUpdatable).flatMap(\.sectionObservations)
    guard !observations.isEmpty else { return (changed, new) }
    var end = script.source.lines.count
    // From the last one, because the lines below a section move.
    for section in script.sections.reversed() {
      let range = section.line..<end
      end = section.line - 1
      let own = observations.filter { range.contains($0.line - 1) }
        .map { observation in
          var observation = observation
          observation.line -= section.line
          return observation
        }
      guard !own.isEmpty, var content = try? ScriptParser.parse(Array(section.contents.utf8)) else {
        continue
      }
      let expectations = SourcedExpectations(of: content, own, mode)
      let line = { (step: Int) in content.steps[step].lines.lowerBound + section.line }
      for (step, reason) in expectations.disagreements.sorted(by: { $0.key < $1.key }) {
        leave(line(step), reason, &updates)
      }
      for step in expectations.lines.keys {
        changed.insert(line(step))
        if content.steps[step].expectedOutput == nil { new.insert(line(step)) }
      }
      // The lines of the file may be escaped.
      content.source = SourceText(lines: Array(script.source.lines[range]))
      let source = ScriptRewriter.rewrittenSource(
        of: content, outputs: [], patterns: expectations.lines, mode: mode
      ).source
      script.source.lines.replaceSubrange(range, with: source.lines)
    }
    return (changed, new)
  }

  /// Records that a command of a section keeps its expected output.
  private static func leave(_ line: Int, _ reason: String, _ updates: inout [Self]) {
    for index in updates.indices
    where updates[index].isUpdatable
      && updates[index].sectionObservations.contains(where: { $0.line == line })
    {
      updates[index].leave("line \(line) \(reason)")
    }
  }
}
