// Starts the driver's language server and debug adapter.
const path = require('path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

// Returns the path of the driver. A relative path with a slash begins at the workspace's folder.
function driver() {
  const configured = vscode.workspace.getConfiguration('macho').get('driver');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return folder && configured.includes('/') ? path.resolve(folder, configured) : configured;
}

function activate(context) {
  const commandTimeout = vscode.workspace.getConfiguration('macho').get('commandTimeout');
  client = new LanguageClient(
    'macho', 'macho', { command: driver(), args: ['lsp'] },
    { documentSelector: [{ language: 'macho' }], initializationOptions: { commandTimeout } });
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('macho', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(driver(), ['dap']),
    }),
    vscode.debug.registerDebugConfigurationProvider('macho', {
      // F5 without a launch configuration.
      resolveDebugConfiguration: (folder, configuration) =>
        configuration.type ? configuration
          : { type: 'macho', request: 'launch', name: 'Debug script', program: '${file}' },
    }),
    vscode.commands.registerCommand('macho.debug', (uri) =>
      vscode.debug.startDebugging(undefined, {
        type: 'macho', request: 'launch', name: 'Debug script', program: vscode.Uri.parse(uri).fsPath,
      })));
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
