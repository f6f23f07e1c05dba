import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSystem

struct ReportMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the reports of several runs, such as shards, into one.",
    discussion: """
      Each FILE is a report that 'macho test' wrote with '--format jsonl', '--format junit' or '--report FILE.jsonl'. \
      A script that several runs report must have the same transcript in all of them; it is then reported once. \
      Otherwise it is reported as failed, and the message names the reports that differ. A part of a suite without a report is an error. \
      Exit status: 0 merged, also if scripts failed; 1 two runs of a script differ; 2 usage, a damaged report or a missing part.
      """)

  @Argument(help: ArgumentHelp("The reports.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Where to write the joined report: FILE.xml (JUnit), FILE.jsonl or FILE.html. Repeatable. Default: only print the summary.",
      valueName: "file"))
  var output: [String] = []

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    for path in output {
      guard [".xml", ".jsonl", ".html"].contains(where: path.hasSuffix) else {
        throw ValidationError("--output must end in .xml, .jsonl or .html, not '\(path)'")
      }
      if files.contains(path) {
        throw ValidationError("the joined report would replace \(path): use another --output")
      }
    }
  }

  func run() throws {
    let merge: ReportMerge
    do {
      var reports: [ReportContents] = []
      for file in files {
        reports.append(
          try ReportContents(try ScriptFiles.read(file, limit: ReportFile.sizeLimit), path: file))
      }
      merge = ReportMerge(reports)
      for shard in merge.missingShards {
        printError("no report of shard \(shard.index) of \(shard.count)")
      }
      if !merge.missingShards.isEmpty { throw ExitStatus.usage }
      for path in output { try write(merge, to: path) }
    } catch let error as ReportDamage {
      printError("\(error)")
      throw ExitStatus.usage
    } catch let error as FileError {
      printError("\(error)")
      throw ExitStatus.usage
    }
    StandardOutput.print(colors.palette(for: STDOUT_FILENO).escapedText(of: merge.summary))
    for path in output { StandardOutput.print("wrote \(path)") }
    for disagreement in merge.disagreements { printError("\(disagreement)") }
    if !merge.disagreements.isEmpty { throw ExitStatus.failed }
  }

  private func write(_ merge: ReportMerge, to path: String) throws {
    let lines: [String]
    if path.hasSuffix(".xml") {
      lines = merge.junitLines
    } else if path.hasSuffix(".jsonl") {
      lines = merge.jsonLines
    } else {
      let page = HTMLReporter(title: "\(files.count) reports: macho test")
      lines = page.document(of: merge.jsonLines).map(\.text)
    }
    try OutputFile.write(lines.map { $0 + "\n" }.joined(), to: path)
  }
}
