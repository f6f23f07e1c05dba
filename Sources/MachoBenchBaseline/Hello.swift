import ArgumentParser
import CustomDump

/// Says hello with what every command-line tool of this kind has: a parser of arguments, and a
/// printer of values. How long that takes to start is what `macho run` is measured against.
@main
struct Hello: ParsableCommand {
  private struct Greeting {
    var text = "hello"
    var name: String
  }

  @Argument(help: "Who is greeted.")
  var name = "world"

  func run() {
    customDump(Greeting(name: name))
  }
}
