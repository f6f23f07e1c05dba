import Testing

@testable import MachoSystem

struct CrashBreadcrumbTests {
  @Test func excerptIsTheBeginningOfTheFirstLine() {
    #expect(CrashBreadcrumb.excerpt(of: "send increment") == "send increment")
    #expect(CrashBreadcrumb.excerpt(of: "send set(\n1\n)") == "send set(…")
    let long = String(repeating: "é", count: 201)
    #expect(CrashBreadcrumb.excerpt(of: long) == long.dropLast() + "…")
    #expect(CrashBreadcrumb.excerpt(of: String(long.dropLast())) == long.dropLast())
  }
}
