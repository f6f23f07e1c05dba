/// A source of choices: random numbers, or the recorded choices of an earlier run.
package protocol ChoiceSource: AnyObject {
  /// Returns a choice that is at least 0 and below `bound`. 0 is the simplest one.
  func draw(below bound: Int) -> Int
}

/// A source that always makes the simplest choice.
final class SimplestChoices: ChoiceSource {
  func draw(below bound: Int) -> Int { 0 }
}
