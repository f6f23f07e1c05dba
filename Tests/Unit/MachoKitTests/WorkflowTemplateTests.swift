import Testing

@testable import MachoKit

@Suite struct `The workflow of a driver` {
  @Test func `has the paths of a package at the root`() {
    let text = WorkflowTemplate(product: "a-driver", driver: "a-driver").text
    #expect(text.contains("    container: swift:6.3\n    permissions:\n"))
    #expect(text.contains("\n          path: .build\n"))
    #expect(text.contains(#"git show "$BASE:Package.swift""#))
    #expect(!text.contains("working-directory"))
  }

  @Test func `runs in the directory of the package`() {
    let text = WorkflowTemplate(product: "a-driver", driver: "a-driver", directory: "macho").text
    #expect(
      text.contains(
        """
            container: swift:6.3
            defaults:
              run:
                working-directory: macho
            permissions:

        """))
    #expect(text.contains("\n          path: macho/.build\n"))
    #expect(text.contains(#"git show "$BASE:macho/Package.swift""#))
    #expect(text.contains("\n            macho/junit.xml\n            macho/comparison\n"))
    // Commands run in the directory.
    #expect(text.contains("      - run: .build/debug/a-driver check scripts\n"))
  }
}
