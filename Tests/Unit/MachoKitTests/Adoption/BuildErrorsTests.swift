import Testing

@testable import MachoKit

@Suite("BuildErrors") struct BuildErrorsTests {
  @Test("errors are found once, without notes, warnings and the lines of sources") func found() {
    let lines = [
      "[3/9] Compiling Shop Cart.swift", "/app/Cart.swift:3:5: error: cannot find 'x' in scope",
      "3 |   x", "  |   `- error: cannot find 'x' in scope",
      "/app/Cart.swift:9:1: warning: error: unused", "warning: error: none",
      "/app/Cart.swift:3:5: error: cannot find 'x' in scope", "error: fatalError",
    ]
    #expect(
      BuildErrors.find(in: lines).filter { !$0.contains("warning") } == [
        "/app/Cart.swift:3:5: error: cannot find 'x' in scope"
      ])
  }

  @Test("colours are removed") func colours() {
    #expect(
      BuildErrors.find(in: ["/app/A.swift:3:5: \u{1B}[1;31merror: \u{1B}[1;39mno x\u{1B}[0;0m"])
        == ["/app/A.swift:3:5: error: no x"])
  }

  @Test(
    "an error in the code of a macro is located where the macro is used",
    arguments: [
      [
        "macro expansion @Reducer:3:5: error: 'x' is not Sendable",
        "`- /app/Cart.swift:7:1: note: expanded code originates here",
      ],
      [
        "/tmp/swift-generated-sources/@__swiftmacro_4Shop.swift:3:5: error: 'x' is not Sendable",
        "3 | x", "/app/Cart.swift:7:1: note: in expansion of macro 'Reducer' on struct 'Cart' here",
      ],
    ])
  func macros(lines: [String]) {
    let other = "/app/Other.swift:1:1: error: late"
    #expect(
      BuildErrors.find(in: lines + [other]) == [
        "/app/Cart.swift:7:1: error: 'x' is not Sendable (in the code of a macro)", other,
      ])
  }

  @Test("an error without a location stays as it is") func unlocated() {
    let lines = ["<unknown>:0: error: circular reference", "/app/A.swift:1:1: note: through this"]
    #expect(BuildErrors.find(in: lines) == [lines[0]])
    #expect(BuildErrors.message(of: lines[0]) == "circular reference")
  }

  @Test("a crash of the compiler is an error of the file that it compiled") func crash() {
    let lines = [
      "error: compile command failed due to signal 6 (use -v to see invocation)", "Stack dump:",
      "0.\tProgram arguments: swift-frontend -c /app/A.swift /app/B.swift",
      "1.\tWhile evaluating request TypeCheckPrimaryFileRequest(source_file \"/app/B.swift\")",
    ]
    #expect(
      BuildErrors.find(in: lines) == [lines[0], "/app/B.swift:1:1: error: the compiler crashes"])
  }
}
