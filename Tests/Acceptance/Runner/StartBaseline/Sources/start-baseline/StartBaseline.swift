import ArgumentParser
import CustomDump

/// Prints a greeting with the usual libraries of a command-line tool: an argument parser and a
/// value printer. The benchmark compares the start of `macho run` with the start of this tool.
@main
struct StartBaseline: ParsableCommand {
  private struct Greeting {
    var text = "hello"
    var name: String
  }

  @Argument(help: "The name to greet.")
  var name = "world"

  func run() {
    customDump(Greeting(name: name))
  }
}
