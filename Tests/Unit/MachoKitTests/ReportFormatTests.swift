import Foundation
import Testing

@Suite struct `The reports of test` {
  private static let files = [
    "a-fine.macho": Scripts.fine, "b/wrong.macho": Scripts.wrong, "c-broken.macho": "send (\n",
    "d-skipped.macho": "feature counter\nskip \"not # today\"\n",
  ]

  /// Returns a report without durations and hashes.
  private func report(_ format: String) throws -> (output: String, status: Int32?) {
    let test = try Sandbox(Self.files).run(.macho, "test", "--format", format)
    #expect(test.errors == "")
    return (
      test.output.replacing(#/(duration_ms: |time="|"durationMs":)[0-9.]+/#) { "\($0.1)0.0" }
        .replacing(#/\(\d+ ms\)/#, with: "(0 ms)")
        .replacing(#/("transcript":|"transcript" value=)"[0-9a-f]{16}"/#) { "\($0.1)\"\"" },
      test.status
    )
  }

  @Test func `list phases with spec`() throws {
    let (output, status) = try report("spec")
    #expect(status == 2)
    #expect(output.hasPrefix("✓ a-fine.macho  (0 ms)\n✗ b/wrong.macho  (0 ms)\n    ✗ up\n"))
    #expect(output.contains("\n      > E| +   count: 2,\n"))
    #expect(output.contains("\n- d-skipped.macho  (0 ms)\n    skipped: not # today\n"))
    #expect(
      output.hasSuffix(
        "1 passed, 1 failed, 1 skipped, 1 not parsed, 1 command not compared  (0 ms)\n"))
  }

  @Test func `are TAP 14 with tap`() throws {
    let (output, status) = try report("tap")
    #expect(status == 2)
    let lines = output.split(separator: "\n")
    #expect(lines.prefix(3) == ["TAP version 14", "1..4", "ok 1 - a-fine.macho"])
    #expect(
      lines.filter { !$0.hasPrefix(" ") && !$0.hasPrefix("#") }.dropFirst(3) == [
        "not ok 2 - b/wrong.macho", "not ok 3 - c-broken.macho",
        ##"ok 4 - d-skipped.macho # SKIP not \# today"##,
      ])
    #expect(
      output.contains(
        """
        not ok 2 - b/wrong.macho
          ---
          status: failed
          duration_ms: 0.0
          commands: 5
          message: "line 5: the output differs"
          at:
            file: "b/wrong.macho"
            line: 5
          phase: "up"
          report:
            - "  b/wrong.macho:5  ## up"
            - "  send incrementButtonTapped"
            - "  count: expected 2, actual 1"
            - "     |   CounterFeature.State("

        """))
  }

  @Test func `are XML with junit`() throws {
    let (output, status) = try report("junit")
    #expect(status == 2)
    #expect(
      output.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="macho" tests="4" failures="1" errors="1" skipped="1" time="0.0">
          <testsuite name="macho" tests="4" failures="1" errors="1" skipped="1" time="0.0">
            <testcase name="a-fine.macho" classname="macho" file="a-fine.macho" time="0.0">
              <properties>
                <property name="status" value="passed"/>
                <property name="commands" value="3"/>
                <property name="transcript" value=""/>
              </properties>
            </testcase>
            <testcase name="wrong.macho" classname="b" file="b/wrong.macho" line="5" time="0.0">
              <properties>
                <property name="status" value="failed"/>
                <property name="commands" value="5"/>
                <property name="transcript" value=""/>
              </properties>
              <failure message="line 5: the output differs" type="mismatch">b/wrong.macho
          b/wrong.macho:5  ## up
          send incrementButtonTapped
          count: expected 2, actual 1
             |   CounterFeature.State(

        """))
    #expect(output.contains(#"<skipped message="not # today"/>"#))
    #expect(output.hasSuffix("  </testsuite>\n</testsuites>\n"))
  }

  @Test func `are objects with jsonl`() throws {
    let (output, status) = try report("jsonl")
    #expect(status == 2)
    let events = try output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      events.map { $0["event"] as? String } == [
        "start", "script", "script", "script", "script", "end",
      ])
    #expect(events[0]["scripts"] as? Int == 4)
    #expect(
      events.dropFirst().dropLast().map { $0["status"] as? String } == [
        "passed", "failed", "unparsable", "skipped",
      ])
    let failures = try #require(events[2]["failures"] as? [[String: Any]])
    #expect(failures.map { $0["line"] as? Int } == [5, 15])
    #expect(failures[0]["phase"] as? String == "up")
    #expect(failures[0]["command"] as? String == "send incrementButtonTapped")
    #expect((failures[0]["report"] as? [String])?.first == "count: expected 2, actual 1")
    let unparsable = try #require(events[3]["failures"] as? [[String: Any]])
    #expect(unparsable.first?["code"] as? String == "unclosed")
    #expect(
      events[5]["counts"] as? [String: Int] == [
        "passed": 1, "failed": 1, "unparsable": 1, "skipped": 1,
      ])
  }

  @Test func `go to a file with --output; standard output gets the pretty report`() throws {
    let sandbox = try Sandbox(["fine.macho": Scripts.fine])
    let test = try sandbox.run(.macho, "test", "--format", "tap", "--output", "report.tap")
    #expect(test.status == 0)
    #expect(test.output == "PASS fine.macho (3 commands)\n1 passed\n")
    #expect(try sandbox.read("report.tap").hasPrefix("TAP version 14\n1..1\nok 1 - fine.macho\n"))
    let nowhere = try sandbox.run(.macho, "test", "--output", "missing/report")
    #expect(nowhere.status == 2)
    #expect(nowhere.output == "")
    #expect(nowhere.errors == "cannot write missing/report: No such file or directory\n")
  }

  @Test func `report an empty selection in their own format`() throws {
    let sandbox = try Sandbox(["fine.macho": Scripts.fine])
    let tap = try sandbox.run(.macho, "test", "--format", "tap", "--filter", "none")
    #expect(tap.status == 5)
    #expect(tap.output == "TAP version 14\n1..0 # SKIP no scripts selected\n")
  }
}
