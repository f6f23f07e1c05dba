import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting

/// The option by which output gets colours or none.
struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Colour the output: at a terminal, always or never.",
      discussion: "'auto' honours NO_COLOR, CLICOLOR_FORCE and TERM=dumb.",
      valueName: "auto|always|never"))
  var color = Palette.Choice.auto

  /// What there is without the option, for who parses no arguments.
  static var automatic: ColorOptions {
    var options = ColorOptions()
    options.color = .auto
    return options
  }

  /// The colours of what is written to a descriptor.
  func palette(for descriptor: Int32) -> Palette {
    Palette(
      color, isTerminal: isatty(descriptor) == 1,
      environment: ProcessInfo.processInfo.environment)
  }
}

extension Palette.Choice: ExpressibleByArgument {}
