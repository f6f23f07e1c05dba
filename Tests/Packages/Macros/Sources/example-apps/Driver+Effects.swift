import ComposableArchitecture
import ExampleApps
import Foundation
import MachoKit

extension Driver {
  /// Features about effects: time, streams, cancellation, clients.
  static var effects: [Feature] { [oven, gauge, booth, birds, parcels, darkroom, theatre, radio] }

  private static let oven = Feature(
    "bread-oven", "An oven with a program of three phases.", start: BreadOven.State()
  ) { BreadOven() }

  private static let gauge = Feature(
    "tide-gauge", "The level of the sea, read over a line.",
    start: TideGauge.State(station: "North Mole"),
    stubs: [
      Stub("telemetry.connect", \.telemetry.connect),
      Stub("telemetry.frames", \.telemetry.frames),
      Stub("telemetry.ping", \.telemetry.ping),
      Stub("telemetry.transmit", \.telemetry.transmit),
    ]
  ) { TideGauge() }

  private static let booth = Feature(
    "translation-booth", "What is said, and its translation.", start: TranslationBooth.State(),
    prompt: .preview,
    stubs: [
      Stub("booth.hangUp", \.booth.hangUp),
      Stub("booth.listen", \.booth.listen),
      Stub("booth.permission", \.booth.permission),
      Stub("booth.translate", \.booth.translate),
    ]
  ) { TranslationBooth() }

  private static let birds = Feature(
    "bird-log", "Recordings of bird calls, one of which plays.", start: BirdLog.State(),
    prompt: .preview,
    stubs: [
      Stub("tape.isAllowed", \.tape.isAllowed),
      Stub("tape.play", \.tape.play),
      Stub("tape.position", \.tape.position),
      Stub("tape.record", \.tape.record),
      Stub("tape.stop", \.tape.stop),
    ]
  ) { BirdLog() }

  private static let parcels = Feature(
    "parcel-desk", "Parcels by their code, with hints.", start: ParcelDesk.State(),
    prompt: .preview,
    stubs: [
      Stub("parcels.hints", \.parcels.hints),
      Stub("parcels.locate", \.parcels.locate),
      Stub("parcels.reportScan", \.parcels.reportScan),
    ]
  ) { ParcelDesk() }

  private static let darkroom = Feature(
    "darkroom", "Uploads of pictures, two at a time.", start: Darkroom.State(),
    stubs: [Stub("lab.load", \.lab.load), Stub("lab.upload", \.lab.upload)],
    computed: [Computed("waiting", \.waiting)]
  ) { Darkroom() }

  private static let theatre = Feature(
    "box-office", "Seats and tables to reserve.",
    start: BoxOffice.State(
      seats: (1...2).map { BoxOffice.Seat(row: 1, number: $0) }, tables: [UUID(1), UUID(2)]),
    stubs: [
      Stub("theatre.reserveSeat", \.theatre.reserveSeat),
      Stub("theatre.reserveTable", \.theatre.reserveTable),
    ]
  ) { BoxOffice() }

  private static let radio = Feature(
    "radio-scanner", "A scanner of the band, with a tuner.", start: RadioScanner.State(),
    prompt: .preview,
    stubs: [
      Stub("radio.note", \.radio.note),
      Stub("radio.setPower", \.radio.setPower),
      Stub("radio.sounds", \.radio.sounds),
      Stub("radio.strength", \.radio.strength),
      Stub("radio.strongest", \.radio.strongest),
    ]
  ) { RadioScanner() }
}
