import Foundation
import MachoSessions

/// A guided tour of a counter at a regular prompt.
///
/// Its text begins with `#`, like comments in scripts, so it cannot be mistaken for output.
final class Tutorial: PromptGuide {
  /// The feature of the tutorial. It is not listed, but saved scripts can open it.
  static let feature = ForwardingFeature(TutorialCounter.feature, isListed: false)

  private let steps: [TutorialStep]
  private var index = 0
  /// Whether the running line is the one that 'next' runs.
  private var isNext = false
  /// The path of the saved script.
  private(set) var savedPath: String?

  init(steps: [TutorialStep] = TutorialStep.all) { self.steps = steps }

  var isDone: Bool { index >= steps.count }

  /// The text printed before any input.
  var introduction: String {
    Self.commented(
      """
      This is a real prompt with a counter to try it on:
      \(steps.count) steps, two minutes. Return alone repeats a step,
      'next' does it for you, Ctrl-D exits.
      """) + "\n#\n" + step
  }

  /// Records the path that the session saves to, and still calls the previous handler.
  func observe(_ session: Session) {
    let save = session.onRecording
    session.onRecording = { [unowned self] request throws(Diagnostic) in
      let note = try save?(request) ?? nil
      if case .save(let path, _, _, _) = request { savedPath = path }
      return note
    }
  }

  func response(to text: String) -> PromptGuideResponse? {
    switch text.trimmingCharacters(in: .whitespaces) {
    case "": return .text(step)
    case "next" where !isDone:
      // Later steps rely on what this one does.
      isNext = steps[index].isRunByNext
      if isNext { return .line(steps[index].line) }
      index += 1
      return .text(isDone ? "" : step)
    default: return nil
    }
  }

  func comment(on outcome: Outcome) -> String? {
    guard outcome.directive == nil, !isDone else { return nil }
    let current = steps[index]
    let hasPassed = current.isDone(outcome)
    // After other lines than those of the steps, the line of 'next' may fail.
    guard hasPassed || isNext else { return Self.commented("\(number)  \(current.task)") }
    isNext = false
    index += 1
    let texts = (hasPassed ? [Self.commented(current.insight)] : []) + (isDone ? [] : [step])
    return texts.joined(separator: "\n#\n")
  }

  private var number: String { "\(index + 1)/\(steps.count)" }

  /// The text of the current step.
  private var step: String {
    Self.commented("\(number)  \(steps[index].reason)\n\n    \(steps[index].task)")
  }

  private static func commented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "#" : "# \($0)" }.joined(separator: "\n")
  }
}
