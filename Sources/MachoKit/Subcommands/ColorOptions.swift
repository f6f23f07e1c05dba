import ArgumentParser
import Foundation
import MachoReporting

/// The `--color` option.
struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to colour the output. Default: auto (at a terminal).",
      discussion: "'auto' honours NO_COLOR, CLICOLOR_FORCE and TERM=dumb.",
      valueName: "auto|always|never"))
  var color = Palette.Choice.auto

  /// Returns the palette for output written to a descriptor.
  func palette(for descriptor: Int32) -> Palette {
    Palette(
      color, isTerminal: isatty(descriptor) == 1,
      environment: ProcessInfo.processInfo.environment)
  }
}

extension Palette.Choice: ExpressibleByArgument {}
