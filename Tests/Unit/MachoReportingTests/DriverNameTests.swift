import Testing

@testable import MachoReporting

@Suite struct DriverNameTests {
  @Test(
    arguments: [
      // A user's shell, and a program or a directory of PATH.
      (".build/debug/shop-driver", nil, ".build/debug/shop-driver"),
      ("/srv/.build/debug/shop-driver", nil, "shop-driver"), ("shop-driver", nil, "shop-driver"),
      // A program that runs the driver for the user, directly or as a parent process.
      ("/srv/.build/use/release/shop-driver", "../shop-driver", "../shop-driver"),
      ("/srv/.build/debug/shop-driver", ".build/debug/shop-driver", ".build/debug/shop-driver"),
      // The command of a program that runs this one.
      ("/srv/.build/debug/shop-driver", "../macho/scripts/macho", "shop-driver"),
      ("", nil, "shop-driver"),
    ] as [(String, String?, String)])
  func `A driver suggests what was typed`(executable: String, caller: String?, command: String) {
    #expect(
      DriverName.typedCommand(executable, name: "shop-driver", caller: caller) == command)
  }

  @Test func `A test process suggests macho`() {
    #expect(DriverName.command == "macho")
  }
}
