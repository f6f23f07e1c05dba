/// Returns a number with its noun: `1 failure`, `2 failures`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
