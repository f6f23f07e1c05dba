import Testing

@Suite struct `The subcommand 'debug'` {
  private let files = [
    "counter.macho": "feature counter\nsend incrementButtonTapped\n\nsend factButtonTapped\n",
    "mvvm.macho": "feature search-mvvm\nstate\n",
  ]

  @Test(arguments: [("gdb", "-ex", "tbreak"), ("lldb", "-o", "--one-shot true --name")])
  func `prints the command without a terminal`(
    debugger: String, option: String, breakpoint: String
  ) throws {
    let sandbox = try Sandbox(files)
    let debug = try sandbox.run(.macho, "debug", "--debugger", debugger, "counter.macho:2")
    #expect(debug.status == 0)
    #expect(debug.output.hasPrefix("\(debugger) "))
    #expect(debug.output.contains("cmachosystem_debugger_stop"))
    #expect(debug.output.hasSuffix(" run --stop-at 2 counter.macho\n"))
    #expect(debug.output.contains(" \(option) run "))
    #expect(debug.output.contains(breakpoint))
  }

  #if MACHO_LINUX && DEBUG
    @Test func `stops at the reducer of the feature`() throws {
      let sandbox = try Sandbox(files)
      let debug = try sandbox.run(
        .macho, "debug", "--print", "--debugger", "gdb", "counter.macho:4")
      #expect(debug.output.contains("$s12MachoGallery14CounterFeatureV4body"))
      #expect(debug.output.contains(" -ex continue --args "))
      #expect(debug.errors == "")
    }
  #endif

  @Test func `stops before a line whose feature has no reducer`() throws {
    let sandbox = try Sandbox(files)
    let debug = try sandbox.run(.macho, "debug", "--print", "--debugger", "gdb", "mvvm.macho:2")
    #expect(debug.status == 0)
    #expect(debug.errors.contains("the debugger stops before the line runs"))
    #expect(!debug.output.contains("-ex continue"))
  }

  @Test(arguments: [
    ("counter.macho", "a line is missing"),
    ("counter.macho:3", "line 3 of counter.macho has no command"), ("none.macho:1", "none.macho"),
  ])
  func `requires a line with a command`(line: String, message: String) throws {
    let sandbox = try Sandbox(files)
    let debug = try sandbox.run(.macho, "debug", line)
    #expect(debug.status == 2)
    #expect(debug.errors.contains(message))
  }

  @Test func `runs the script as 'run' does`() throws {
    let sandbox = try Sandbox(files)
    let plain = try sandbox.run(.macho, "run", "counter.macho")
    let stopping = try sandbox.run(.macho, "run", "--stop-at", "2", "counter.macho")
    #expect(stopping.output == plain.output)
  }
}
