import Foundation
import MachoSessions

/// A walk through a counter, at a prompt as any other.
///
/// What it says begins with '#', as a script's comments do, so that nobody takes it for output.
final class Tutorial: PromptGuide {
  /// What it is about, which scripts that were saved of it can open.
  static let feature = ForwardingFeature(TutorialCounter.feature, isListed: false)

  private let steps: [TutorialStep]
  private var index = 0
  /// The script that was saved.
  private(set) var savedPath: String?

  init(steps: [TutorialStep] = TutorialStep.all) { self.steps = steps }

  var isDone: Bool { index >= steps.count }

  /// What is said before anything is typed.
  var introduction: String {
    Self.commented(
      """
      This prompt is a real one, over a counter to try it on:
      \(steps.count) steps, two minutes. Return alone shows a step again,
      'next' goes on without it, Ctrl-D leaves.
      """) + "\n#\n" + step
  }

  /// Learns of what a session saves, beside whoever does it.
  func observe(_ session: Session) {
    let save = session.onRecording
    session.onRecording = { [unowned self] request throws(Diagnostic) in
      let said = try save?(request) ?? nil
      if case .save(let path, _, _) = request { savedPath = path }
      return said
    }
  }

  func response(to text: String) -> String? {
    switch text.trimmingCharacters(in: .whitespaces) {
    case "": return step
    case "next":
      index += 1
      return isDone ? "" : step
    default: return nil
    }
  }

  func comment(on outcome: Outcome) -> String? {
    guard outcome.directive == nil, !isDone else { return nil }
    let current = steps[index]
    guard current.isDone(outcome) else {
      return Self.commented("\(number)  \(current.task)")
    }
    index += 1
    return Self.commented(current.insight) + (isDone ? "" : "\n#\n" + step)
  }

  private var number: String { "\(index + 1)/\(steps.count)" }

  /// The step that is next, as it is shown first.
  private var step: String {
    Self.commented("\(number)  \(steps[index].reason)\n\n    \(steps[index].task)")
  }

  private static func commented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "#" : "# \($0)" }.joined(separator: "\n")
  }
}
