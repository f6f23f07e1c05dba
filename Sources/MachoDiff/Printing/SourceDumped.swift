import Foundation
import MachoMetadata

/// A type of a library whose dump with source names is not its description or its mirror, which may not be
/// readable, or differ from run to run.
protocol SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions)
}

extension Unicode.Scalar: SourceDumped {
  /// The string with this scalar.
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    DumpString.write(String(self), to: &printer, options: options)
  }
}

extension Range: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(lowerBound, to: &printer, options: options)
    printer.write(plain: "..<")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension ClosedRange: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(lowerBound, to: &printer, options: options)
    printer.write(plain: "...")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension PartialRangeFrom: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(lowerBound, to: &printer, options: options)
    printer.write(plain: "...")
  }
}

extension PartialRangeThrough: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: "...")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension PartialRangeUpTo: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: "..<")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension Duration: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: shortText)
  }
}

extension Calendar: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: sourceText)
  }
}

extension TimeZone: SourceDumped {
  /// Without the properties that depend on the current date.
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: sourceText)
  }
}
