/// A source of choices: random numbers, or the recorded choices of an earlier run.
package protocol ChoiceSource {
  /// Returns a choice that is at least 0 and below `bound`. 0 is the simplest one.
  mutating func draw(below bound: Int) -> Int
}

/// A source that always makes the simplest choice.
struct SimplestChoices: ChoiceSource {
  func draw(below bound: Int) -> Int { 0 }
}
