import Foundation

// The files around the driver: a workflow and a first script.

extension AppAdoption {
  private var project: ProjectDirectory { ProjectDirectory(packages[0].path) }

  /// What the user has to know about files that are not written, or that only this machine can use.
  var notes: [String] {
    (project.outerRepository.map { [PackageTemplate.note(outer: $0)] } ?? [])
      + (dependency.isLocal ? [PackageTemplate.localDependencyNote] : [])
  }

  /// Writes the workflow, unless GitHub would ignore it or there is one.
  func writeWorkflow(of sources: DriverSources) throws {
    let (path, text) = sources.workflow
    guard project.outerRepository == nil,
      !FileManager.default.fileExists(atPath: project.path + "/" + path)
    else { return }
    try FileScaffold(files: [(path, text)]).write(below: project.path)
    report("wrote \(path)")
  }

  /// Writes a script of a feature, unless there is a directory of scripts.
  func writeScript(of feature: String, _ sources: DriverSources) throws {
    let scripts = directory + "/scripts"
    guard !FileManager.default.fileExists(atPath: scripts) else { return }
    let (path, text) = sources.script(of: feature)
    try FileScaffold(files: [(path, text)]).write(below: directory)
    report("wrote \(dependency.driverDirectory)/\(path)")
  }
}
