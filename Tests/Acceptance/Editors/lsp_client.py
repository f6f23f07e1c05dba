"""A client of the language server, on pytest-lsp."""

import asyncio
import json

from lsprotocol import converters, types
from pytest_lsp import LanguageClient
from pytest_lsp.client import make_test_lsp_client

CONVERTER = converters.get_converter()
CAPABILITIES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True)),
    workspace=types.WorkspaceClientCapabilities(
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)))


def plain(value):
    """Returns an answer as plain JSON."""
    return json.loads(json.dumps(CONVERTER.unstructure(value)))


class Editor:
    """An editor with documents, and the server that it has started."""

    def __init__(self):
        self.client: LanguageClient = make_test_lsp_client()
        self.versions = {}
        self.texts = {}
        self.evaluated = {}
        self.changed = asyncio.Event()
        self.shown = []
        self.edits = []

        @self.client.feature("$/macho/evaluated")
        def evaluated(params):
            self.evaluated[params.uri] = params.version
            self.changed.set()

        @self.client.feature("workspace/applyEdit")
        def apply(params):
            self.edits.append(plain(params.edit))
            return types.ApplyWorkspaceEditResult(applied=True)

        @self.client.feature("client/registerCapability")
        def register(params):
            self.registrations = plain(params)

    async def start(self, *command, folder=None, options=None):
        await self.client.start_io(*command)
        self.capabilities = await self.client.initialize_session(
            types.InitializeParams(
                capabilities=CAPABILITIES, initialization_options=options,
                workspace_folders=[types.WorkspaceFolder(uri=folder, name="w")] if folder else None))
        return self

    async def stop(self):
        await self.client.shutdown_session()
        await self.client.stop()

    def open(self, uri, text):
        self.versions[uri], self.texts[uri] = 1, text
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=uri, language_id="macho", version=1, text=text)))

    def replace(self, uri, text):
        self.versions[uri] += 1
        self.texts[uri] = text
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri]),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)]))

    def change(self, uri, edit, text):
        """Sends an edit; `text` is what it leads to."""
        self.versions[uri] += 1
        self.texts[uri] = text
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri]),
            content_changes=[edit]))

    async def evaluation(self, uri):
        """Waits until the present version has run."""
        while self.evaluated.get(uri) != self.versions[uri]:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 60)

    def diagnostics(self, uri):
        return plain(self.client.diagnostics.get(uri, []))

    def position(self, uri, before, inside=0):
        """Returns the position in UTF-16 code units of a text in a document."""
        text = self.texts[uri]
        offset = text.index(before) + inside
        line = text.count("\n", 0, offset)
        start = text.rfind("\n", 0, offset) + 1
        return types.Position(line, len(text[start:offset].encode("utf-16-le")) // 2)

    async def ask(self, method, uri, **parameters):
        """Sends a request about a document, as plain JSON."""
        params = {"textDocument": {"uri": uri}} | {key: plain(value) for key, value in parameters.items()}
        if known := types.METHOD_TO_TYPES.get(method):
            params = CONVERTER.structure(params, known[2])
        return plain(await self.client.protocol.send_request_async(method, params))


def apply_edits(text, edits):
    """Returns a text after the edits of the protocol."""
    lines = text.split("\n")

    def offset(position):
        line = position["line"]
        if line >= len(lines):
            return len(text)
        start = sum(len(each) + 1 for each in lines[:line])
        units = lines[line].encode("utf-16-le")[: position["character"] * 2]
        return start + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text
