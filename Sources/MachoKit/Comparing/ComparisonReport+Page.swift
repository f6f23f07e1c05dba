import MachoExploration

extension ComparisonReport {
  /// A page that shows both timelines of each difference in parallel, in step.
  var page: String {
    let title = "macho compare: \(text(base)) \u{2192} \(text(head))"
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <style>
      :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
      body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: .5rem 0 1rem; }
      th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #8884; }
      td, pre, code { font-family: ui-monospace, monospace; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
      tr.step td { background: #8881; font-weight: 600; }
      tr.differs td { background: #f0a02030; }
      details { margin: 1rem 0; }
      summary { cursor: pointer; font-weight: 600; }
      pre { background: #8881; padding: .5rem; }
      </style></head><body>
      <h1>\(title)</h1>
      \(features.map(section).joined(separator: "\n"))
      </body></html>

      """
  }

  private func section(_ feature: Feature) -> String {
    let types =
      feature.types.isEmpty
      ? ""
      : "<h3>Types that changed</h3><ul>\(feature.types.map { "<li><code>\(text($0))</code></li>" }.joined())</ul>"
    let summary = summary(feature).map(text)
    let numbers = summary.dropFirst().map { "<p>\($0)</p>" }.joined(separator: "\n")
    return """
      <h2>\(summary.first ?? text(feature.name))</h2>
      \(feature.groups.map { section($0, feature) }.joined(separator: "\n"))
      \(types)
      <details><summary>Numbers</summary>
      \(numbers)
      </details>
      """
  }

  private func section(_ group: VersionComparison.Group, _ feature: Feature) -> String {
    """
    <details open><summary>\(text(sentence(group, feature)))</summary>
    \(consequences(group, feature).map { "<p>also \(text($0))</p>" }.joined(separator: "\n"))
    <table><thead><tr><th>\(text(base))</th><th>\(text(head))</th></tr></thead><tbody>
    \(rows(group))
    </tbody></table>
    <pre>\(text(group.scriptText(feature.name)))</pre>
    </details>
    """
  }

  private func rows(_ group: VersionComparison.Group) -> String {
    let (left, right) = (group.base.output, group.head.output)
    var rows: [String] = []
    for index in 0..<min(max(left.count, right.count), group.difference.index + 1) {
      let record =
        group.head.records.indices.contains(index)
        ? group.head.records[index] : group.base.records[index]
      rows.append(
        "<tr class=\"step\"><td colspan=\"2\">\(text(record.line.isEmpty ? "start" : record.line))</td></tr>"
      )
      let old = left.indices.contains(index) ? left[index] : []
      let new = right.indices.contains(index) ? right[index] : []
      guard !old.isEmpty || !new.isEmpty else { continue }
      rows.append(
        "<tr\(old == new ? "" : " class=\"differs\"")><td>\(text(old.joined(separator: "\n")))</td>"
          + "<td>\(text(new.joined(separator: "\n")))</td></tr>")
    }
    return rows.joined(separator: "\n")
  }

  private func text(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
