import Foundation
import Testing

@Suite struct ScheduleAndCoverageTests {
  private static let race = """
    feature counter
    stub numberFact.fetch(0) -> "zero" after 1s
    stub numberFact.fetch(1) -> "one" after 1s
    send factButtonTapped
    send incrementButtonTapped
    send factButtonTapped
    advance 1s
    skip received
    expect fact == "one"

    """

  @Test func `A failing order is a line that repeats it`() throws {
    let sandbox = try Sandbox(["race.macho": Self.race])
    #expect(try sandbox.run(.macho, "test", "race.macho").status == 0)
    let run = try sandbox.run(.macho, "test", "--schedules", "dfs:2", "race.macho")
    #expect(run.status == 1)
    #expect(run.output.contains("fails with this line as the first command:\n    schedule 2\n"))
    let repeated = try Sandbox(["race.macho": "schedule 2\n" + Self.race])
    #expect(try repeated.run(.macho, "test", "race.macho").status == 1)
  }

  @Test(arguments: ["20", "pct:2:20", "dfs:3"])
  func `A report has the number of orders and is the same in each run`(plan: String) throws {
    let sandbox = try Sandbox(["race.macho": Self.race])
    let first = try sandbox.run(.macho, "test", "--schedules", plan, "race.macho").output
    #expect(first.contains(/passes in [\d,]+ of (the )?[\d,]+ orders/))
    let again = try sandbox.run(.macho, "test", "--schedules", plan, "race.macho").output
    #expect(again == first)
  }

  @Test func `A script without choice points has one order`() throws {
    let sandbox = try Sandbox(["a.macho": "feature counter\nsend incrementButtonTapped\n"])
    let run = try sandbox.run(.macho, "test", "--schedules", "100", "a.macho")
    #expect(run.output.hasPrefix("PASS a.macho (2 commands, passes in its only order)\n"))
  }

  @Test(arguments: ["0", "x", "dfs", "pct:0"])
  func `A malformed plan is a usage error`(plan: String) throws {
    let sandbox = try Sandbox(["race.macho": Self.race])
    #expect(try sandbox.run(.macho, "test", "--schedules", plan, "race.macho").status == 2)
  }

  @Test func `Coverage of a suite is merged, and its JSON has the documented members`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature counter\nsend incrementButtonTapped\n",
      "b.macho": """
      feature counter
      stub numberFact.fetch -> "a fact"
      send factButtonTapped
      receive factResponse.success

      """,
    ])
    func coverage(_ jobs: String) throws -> Data {
      let run = try sandbox.run(
        .macho, "test", "--jobs", jobs, "--coverage=c.json", "a.macho", "b.macho")
      #expect(run.status == 0)
      #expect(run.output.contains("  counter: 3 of 5 actions, "))
      #expect(run.output.contains("      decrementButtonTapped\n"))
      #expect(run.output.contains("      numberFact.fetch error\n"))
      return Data(try sandbox.read("c.json").utf8)
    }
    let data = try coverage("1")
    #expect(try coverage("2") == data)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "version", "features", "uncalledEndpoints", "unopened", "missingScripts",
      ])
    let feature = try #require((object["features"] as? [[String: Any]])?.first)
    #expect(Set(feature.keys) == ["feature", "actions", "states", "effects", "stubs"])
    func keys(_ member: String) -> Set<String> {
      Set(((feature[member] as? [[String: Any]])?.first ?? [:]).keys)
    }
    #expect(keys("actions") == ["action", "sent", "received"])
    #expect(keys("states") == ["path", "name", "states"])
    #expect(keys("effects") == ["key", "started", "finished", "cancelled", "failed"])
    #expect(
      keys("stubs") == [
        "endpoint", "canThrow", "isAsync", "isStream", "values", "errors", "pending", "missing",
      ])
    let unopened = object["unopened"] as? [String]
    #expect(unopened?.contains("counter") == false)
    #expect(unopened?.isEmpty == false)
  }

  @Test func `Coverage names the properties that no script evaluates`() throws {
    let sandbox = try Sandbox([
      "counter.properties.macho": """
      after decrementButtonTapped count < old(count)
      after incrementButtonTapped count > old(count)
      isLoading leads to not isLoading

      """,
      "a.macho": "feature counter\nsend incrementButtonTapped\n",
      "b.macho": "feature counter\nalways count == 7 implies isLoading\n",
    ])
    let run = try sandbox.run(.macho, "test", "--coverage=c.json", "a.macho", "b.macho")
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        """
            properties never evaluated:
              after decrementButtonTapped count < old(count) (decrementButtonTapped was not sent)
              always count == 7 implies isLoading (count == 7 never held)
              isLoading leads to not isLoading (isLoading never held)

        """), "\(run.output)")
    #expect(try sandbox.read("c.json").contains(#""progress" : "evaluated""#))
  }

  @Test func `A file that cannot be written fails before any script runs`() throws {
    let sandbox = try Sandbox(["a.macho": "feature counter\n"])
    let run = try sandbox.run(.macho, "test", "--coverage=none/c.json", "a.macho")
    #expect(run.status == 2)
    #expect(!run.output.contains("PASS"))
  }

  @Test func `Added scripts reach what the suite does not`() throws {
    let sandbox = try Sandbox(["a.macho": "feature counter\nsend incrementButtonTapped\n"])
    let before = try sandbox.run(.macho, "test", "--coverage", ".").output
    #expect(before.contains("counter: 1 of 5 actions"))
    let words = [
      "explore", "counter", "--add", "--runs", "100", "--seed", "1", "--strategy", "fifo",
    ]
    let added = try sandbox.run(.macho, words, input: .text(""))
    #expect(added.status == 0)
    #expect(!added.output.contains("action incrementButtonTapped"))
    let after = try sandbox.run(.macho, "test", "--coverage", ".")
    #expect(after.status == 0)
    #expect(
      after.output.contains(
        "counter: 5 of 5 actions, 4 of 4 states, 1 effect, 3 of 3 stub outcomes"))
    let again = try sandbox.run(.macho, words + ["--suspicions", "off"], input: .text(""))
    #expect(again.output.hasPrefix("the scripts reach all that the runs reached\n"))
  }

  @Test func `An exploration finds the order in which a state differs`() throws {
    let sandbox = try Sandbox()
    let words = [
      "explore", "counter", "--races", "--seed", "1", "--strategy", "dfs:1", "--depth", "6",
      "--stub", #"numberFact.fetch(0) -> "zero" after 1s"#,
      "--stub", #"numberFact.fetch(_) -> "many" after 1s"#, "--actions", "increment|factButton",
    ]
    let run = try sandbox.run(.macho, words, input: .text(""))
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("race: fact is "))
    #expect(run.output.contains("passes in 2 of the 3 orders with at most 1 preemption\n"))
    #expect(try sandbox.run(.macho, words, input: .text("")).output == run.output)
    #expect(try sandbox.run(.macho, "test", ".").status == 1)
  }
}
