import Foundation

/// Prints the ratios of macho's work to a peer or a floor, both measured in this run.
///
/// Arguments: the built `macho`, a hello world built with the same optimisation, a script, and a shell
/// command that runs the same as compiled tests; then, if not all is to be measured, a part of the names
/// of what is.
@MainActor
@main struct Bench {
  static func main() async throws {
    if let path = EchoServer.path { return try await EchoServer.run(path: path) }
    var measurements = [SendMeasurement.make(), ReadMeasurement.make()]
    measurements += StoreMeasurements.make() + CompletionMeasurement.make()
    measurements += DiffMeasurements.make() + JSONMeasurements.make()
    let arguments = CommandLine.arguments
    if arguments.count > 2 {
      measurements.append(try StartMeasurement.make(macho: arguments[1], hello: arguments[2]))
    }
    if arguments.count > 4 {
      measurements += try ScriptMeasurements.make(
        macho: arguments[1], script: arguments[3], peer: arguments[4])
    }
    if arguments.count > 5 {
      measurements.removeAll { !$0.name.contains(arguments[5]) }
    }
    print(column("work", 44), column("against", 38), "   median", "  against", "    ratio")
    for measurement in measurements {
      let result = await measurement.run()
      print(
        column(result.name, 44), column(result.floorName, 38), time(result.work),
        time(result.floor), right(number(result.ratio), 9))
      if measurement.isRate {
        print("  a second: \(number(1e9 / result.work)) against \(number(1e9 / result.floor))")
      }
    }
    try WireMeasurement.run(macho: arguments.dropFirst().first, part: arguments.dropFirst(5).first)
  }

  private static func time(_ nanoseconds: Double) -> String {
    let (value, unit) =
      nanoseconds < 1e3
      ? (nanoseconds, "ns")
      : nanoseconds < 1e6 ? (nanoseconds / 1e3, "us") : (nanoseconds / 1e6, "ms")
    return right(number(value) + " " + unit, 9)
  }

  private static func number(_ value: Double) -> String {
    let scaled = value < 10 ? (value * 100).rounded() / 100 : (value * 10).rounded() / 10
    return String(scaled)
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
