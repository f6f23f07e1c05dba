import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct ScriptStepperTests {
  private func makeStepper(_ text: String) throws -> ScriptStepper {
    ScriptStepper(
      try ScriptParser.parse(text), path: "a.macho", catalog: [LampFeature()],
      observer: ScriptRunner.Observer())
  }

  private func isOn(_ stepper: ScriptStepper) throws -> Bool {
    let value = try stepper.session.value(atPath: "isOn").value
    return try #require(value as? Bool)
  }

  @Test func `continues with a script in which the commands so far are equal`() throws {
    var stepper = try makeStepper("feature lamp\nsend toggle\n")
    _ = stepper.run(to: 2)
    #expect(
      stepper.continueWith(try ScriptParser.parse("feature lamp\nsend toggle\nsend toggle\n")))
    #expect(stepper.nextLine == 3)
    _ = stepper.step()
    #expect(try !isOn(stepper))
  }

  @Test func `does not continue with another script`() throws {
    var stepper = try makeStepper("feature lamp\nsend toggle\n")
    _ = stepper.run(to: 2)
    for text in [
      "feature lamp\n", "feature lamp\nstate\nstate\n", "feature lamp\nsend toggle\n-- a --\n",
    ] {
      #expect(!stepper.continueWith(try ScriptParser.parse(text)))
    }
  }

  @Test func `skips commands`() throws {
    var stepper = try makeStepper("feature lamp\nsend toggle\n## later\nsend toggle\nstate\n")
    _ = stepper.step()
    stepper.skip(toLine: 4)
    #expect(stepper.nextLine == 4)
    _ = stepper.step()
    #expect(try isOn(stepper))
    #expect(stepper.outputs.count == 3)
  }

  @Test func `is in a sourced script while commands of it are left`() throws {
    var stepper = try makeStepper(
      "feature lamp\nsource more\nstate\n-- more --\nsend toggle\nsend toggle\n")
    var states: [Bool] = []
    for _ in 0..<4 {
      _ = stepper.step()
      states.append(stepper.isInSourcedScript)
    }
    #expect(states == [false, true, true, false])
  }

  @Test func `finds stale sections`() throws {
    var stepper = try makeStepper("feature lamp\n-- unread --\n")
    _ = stepper.run()
    stepper.findStaleExpectations()
    #expect(stepper.result.status == .stale)
  }
}
