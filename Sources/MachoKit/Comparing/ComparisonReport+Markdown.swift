import MachoReporting

extension ComparisonReport {
  /// The maximum number of lines of a comment.
  static let markdownLimit = 60

  /// A comment for a pull request: details are folded, and it has at most 60 lines.
  var markdown: String {
    var lines = ["### macho compare: \(base) \u{2192} \(head)", ""]
    for feature in features {
      lines += markdown(feature, roomFor: Self.markdownLimit / max(features.count, 1))
    }
    if lines.count > Self.markdownLimit {
      lines = Array(lines.prefix(Self.markdownLimit - 1)) + ["The report is longer; see the page."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func markdown(_ feature: Feature, roomFor limit: Int) -> [String] {
    let summary = summary(feature)
    var lines = ["**\(escaped(summary[0]))**", ""]
    if !feature.types.isEmpty {
      let shown = feature.types.prefix(6)
      let rest = feature.types.count > 6 ? "; and \(feature.types.count - 6) more" : ""
      lines += [
        "Types that changed: " + shown.map { "`\($0)`" }.joined(separator: "; ") + rest, "",
      ]
    }
    var left = 0
    for group in feature.groups {
      // A folded script needs lines, so long ones are cut.
      let block = markdown(group, feature)
      guard lines.count + block.count + 6 <= limit else {
        left += 1
        continue
      }
      lines += block
    }
    if left > 0 { lines += ["\(counted(left, "further difference")): see the other formats.", ""] }
    return lines + [
      "<details><summary>Numbers</summary>", "",
      summary.dropFirst().map(escaped).joined(separator: "<br>"), "", "</details>", "",
    ]
  }

  private func markdown(_ group: VersionComparison.Group, _ feature: Feature) -> [String] {
    let script = group.scriptLines(feature.name)
    let shown =
      script.count <= 14
      ? script : Array(script.prefix(13)) + ["# and \(script.count - 13) more lines"]
    let also = consequences(group, feature)
    let rest = also.count > 3 ? ["  - and \(also.count - 3) more"] : []
    return ["- \(escaped(sentence(group, feature)))"]
      + also.prefix(3).map { "  - also \(escaped($0))" } + rest + [
        "  <details><summary>script</summary>", "",
        "  ```",
      ] + shown.map { "  " + $0.split(separator: "\n").joined(separator: " ") }
      + ["  ```", "  </details>"]
  }

  /// Keeps text from being read as HTML. Backquotes of a message stay.
  private func escaped(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
      .replacing("<", with: "&lt;").replacing("&lt;br>", with: "<br>")
  }
}
