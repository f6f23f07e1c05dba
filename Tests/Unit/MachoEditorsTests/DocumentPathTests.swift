import Testing

@testable import MachoEditors

@Suite struct DocumentPathTests {
  @Test(arguments: ["/a/b.macho", "/with space/ü.macho", "/50%/#1.macho"])
  func aPathSurvivesItsURI(path: String) {
    #expect(DocumentPath.path(of: DocumentPath.uri(of: path)) == path)
  }

  @Test func otherURIsHaveNoPath() { #expect(DocumentPath.path(of: "untitled:1") == nil) }
}
