// The client of `agentc lsp` in VS Code. All that is shown the server says; here it is started, and its lenses lead somewhere.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const LANGUAGES = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'json', 'jsonc'];

let client;

function start() {
  const command = vscode.workspace.getConfiguration('agentc').get('path');
  client = new LanguageClient(
    'agentc',
    { command, args: ['lsp'] },
    {
      documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
      initializationOptions: { showPlaces: true },
    },
  );
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(`agentc could not be started; the setting agentc.path says where it is. ${error.message}`);
  });
}

/** A lens's places, in VS Code's own types. */
function showPlaces(uri, position, places) {
  const at = ({ line, character }) => new vscode.Position(line, character);
  return vscode.commands.executeCommand(
    'editor.action.showReferences',
    vscode.Uri.parse(uri),
    at(position),
    places.map((place) => new vscode.Location(
      vscode.Uri.parse(place.uri),
      new vscode.Range(at(place.range.start), at(place.range.end)),
    )),
  );
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('agentc.showPlaces', showPlaces),
    vscode.commands.registerCommand('agentc.restart', async () => {
      await client?.stop().catch(() => {});
      await start();
    }),
  );
  return start();
};

exports.deactivate = () => client?.stop();
