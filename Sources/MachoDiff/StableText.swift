// Descriptions that are the same in each process.

extension String {
  /// The text without the addresses of objects.
  package var withoutAddresses: String {
    // PERFORMANCE: most texts have none.
    guard contains("0x") else { return self }
    return replacing(#/\ ?\b0x[0-9a-fA-F]{6,16}\b/#, with: "")
  }
}

/// Returns the description of a value in one line, without the addresses of objects and with the
/// elements of sets and dictionaries in a fixed order.
package func stableDescription(of value: Any) -> String {
  guard containsUnordered(value, depth: 0) else {
    return String(describing: value).withoutAddresses
  }
  var text = ""
  for line in stateText(value).split(separator: "\n") {
    let line = line.drop { $0 == " " }
    let isInBrackets = text.last.map { "([".contains($0) } ?? true || ")]".contains(line.prefix(1))
    text += (isInBrackets ? "" : " ") + line
  }
  return text.withoutAddresses
}

/// Whether the description of a value contains a set or a dictionary.
private func containsUnordered(_ value: Any, depth: Int) -> Bool {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
    return mirror.children.count > 1
  }
  guard depth < 8, !(value is any CustomStringConvertible) || mirror.displayStyle == .collection
  else { return false }
  return mirror.children.contains { containsUnordered($0.value, depth: depth + 1) }
}
