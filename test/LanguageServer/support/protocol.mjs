// protocol.mjs AGENTC FOLDER: the dialogue of VS Code's own library with `agentc lsp`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest, CodeLensRequest, createProtocolConnection, DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification, DocumentDiagnosticRequest, ExitNotification, HoverRequest, InitializedNotification,
  InitializeRequest, InlayHintRequest, PublishDiagnosticsNotification, RegistrationRequest, ShutdownRequest,
  StreamMessageReader, StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const [agentc, folder] = process.argv.slice(2);
const server = spawn(agentc, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const ended = new Promise((done) => server.on('exit', done));
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
const uri = pathToFileURL(resolve(folder, 'a.js')).href;
const text = readFileSync(join(folder, 'a.js'), 'utf8');
const textDocument = { uri };

let heard = () => {};
const published = (version) => new Promise((done) => {
  heard = (params) => params.uri === uri && params.version === version && done(params.diagnostics);
});
const watched = new Promise((done) => connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
  done(registrations.map(({ method }) => method));
}));
connection.onNotification(PublishDiagnosticsNotification.type, (params) => heard(params));
connection.listen();

const { capabilities, serverInfo } = await connection.sendRequest(InitializeRequest.type, {
  processId: process.pid,
  rootUri: null,
  workspaceFolders: [{ uri: pathToFileURL(resolve(folder)).href, name: 'tree' }],
  capabilities: {
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceEdit: { documentChanges: true } },
  },
});
console.log(serverInfo.name, capabilities.positionEncoding, Object.keys(capabilities).length > 5);
await connection.sendNotification(InitializedNotification.type, {});
console.log(await watched);

let next = published(1);
await connection.sendNotification(DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: 'javascript', version: 1, text },
});
for (const { range, severity, code, message, source } of await next)
  console.log(`${range.start.line}:${range.start.character}`, severity, source, code, message.split('\n')[0]);

const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
const actions = await connection.sendRequest(CodeActionRequest.type, {
  textDocument,
  range,
  context: { diagnostics: [] },
});
for (const { kind, title, edit } of actions)
  console.log(kind, title, JSON.stringify(edit.documentChanges.map((each) => each.textDocument.version)));
console.log(
  (await connection.sendRequest(HoverRequest.type, { textDocument, position: { line: 0, character: 27 } })).contents
    .kind,
);
console.log(await connection.sendRequest(CodeLensRequest.type, { textDocument }));
console.log(await connection.sendRequest(InlayHintRequest.type, { textDocument, range }));
const refused = await connection
  .sendRequest(DocumentDiagnosticRequest.type, { textDocument })
  .catch(({ code }) => code);
console.log('not offered:', refused);

next = published(2);
const overtaken = connection.sendRequest(HoverRequest.type, { textDocument, position: { line: 0, character: 0 } });
await connection.sendNotification(DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version: 2 },
  contentChanges: [{ text: 'export {};\n' }],
});
await overtaken.catch(() => {});
console.log((await next).length, 'found');
await connection.sendRequest(ShutdownRequest.type);
await connection.sendNotification(ExitNotification.type);
console.log('exit code', await ended);
