"""A server for live sessions: responds to each path after a delay that depends on the path."""

import http.server
import time
import zlib


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        time.sleep(zlib.crc32(name.encode()) % 40 / 1000)
        body = f"letter {name}".encode()
        self.send_response(404 if name.startswith("missing") else 200)
        self.send_header("Content-Length", str(len(body)))
        try:
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            # The client was killed.
            pass

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
