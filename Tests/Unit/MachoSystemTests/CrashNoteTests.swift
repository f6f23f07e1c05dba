import Testing

@testable import MachoSystem

struct CrashNoteTests {
  @Test func excerptIsTheBeginningOfTheFirstLine() {
    #expect(CrashNote.excerpt(of: "send increment") == "send increment")
    #expect(CrashNote.excerpt(of: "send set(\n1\n)") == "send set(…")
    let long = String(repeating: "é", count: 201)
    #expect(CrashNote.excerpt(of: long) == long.dropLast() + "…")
    #expect(CrashNote.excerpt(of: String(long.dropLast())) == long.dropLast())
  }
}
