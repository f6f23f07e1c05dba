"""State text is untrusted: it is shown, and does nothing else."""

import http.client
import json
import re
import socket

from test_live import inspect
from world import press, rows

HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>'\\\"`${window.hacked=3}\u202egnp.exe\u2066\u0007"


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\u0007", "\\u{7}") + '"'


def check_unharmed(page):
    assert page.evaluate("() => window.hacked") is None
    assert page.locator("img").count() == 0
    assert page.evaluate("() => document.scripts.length") == 2


def test_hostile_text_is_shown_and_does_nothing(world):
    script = (
        f"#!macho 1\nfeature counter\n## <img src=x onerror=window.hacked=4>\nstub numberFact.fetch -> {literal(HOSTILE)}\n"
        f"send factButtonTapped\nreceive factResponse.success\nexpect fact == {literal('<b>' + HOSTILE)}\n")
    name = "<img src=x onerror=window.hacked=5>&amp;.macho"
    world.write(name, script)
    world.run("test", "--report", "report.html", name, status=1)
    page = world.page(world.scratch / "report.html")
    assert page.inner_text("h1") == name
    for tab in "12345":
        press(page, tab, "g", "j", "j", "j", "j", "j")
    check_unharmed(page)
    press(page, "/")
    page.keyboard.type("window.hacked")
    shown = rows(page, "State")
    assert len(shown) == 1 and "</script><script>window.hacked=1</script>" in shown[0], shown
    assert "\u202e" not in page.inner_text("body") and "\\u{202e}" in shown[0], shown
    check_unharmed(page)


def test_a_string_of_a_megabyte_is_shown_shortened(world):
    text = "<script>" * (1 << 17)
    world.write("long.macho", f"#!macho 1\nfeature counter\nstub numberFact.fetch -> \"{text}\"\nsend factButtonTapped\nreceive factResponse.success\n")
    world.run("test", "--report", "report.html", "long.macho")
    page = world.page(world.scratch / "report.html")
    for tab in "1234":
        press(page, tab, "G")
    press(page, "2")
    assert "1,048,576 characters" in "".join(rows(page, "State"))
    assert page.evaluate("() => document.body.innerText.length") < 200_000
    check_unharmed(page)


def test_the_policy_of_the_file_refuses_other_scripts_and_requests(world):
    world.write("one.macho", "#!macho 1\nfeature counter\nsend incrementButtonTapped\n")
    world.run("test", "--report", "report.html", "one.macho")
    text = (world.scratch / "report.html").read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    assert policy.startswith("default-src 'none'; script-src 'sha256-"), policy
    assert "unsafe" not in policy and "http" not in policy, policy
    page = world.page(world.scratch / "report.html")
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.hacked = 6";
      document.body.append(script);
      script.remove();
      return fetch("http://127.0.0.1:9/").catch(() => {});
    }""")
    check_unharmed(page)
    assert any("Content Security Policy" in problem for problem in world.problems), world.problems
    world.problems.clear()


def test_secrets_are_redacted_in_reports_and_pages(world):
    world.write("secret.macho", '#!macho 1\nfeature counter\nstub numberFact.fetch -> "token-12345"\nsend factButtonTapped\nreceive factResponse.success\nexpect fact == "token-12345"\n')
    world.run("test", "--report", "report.html", "--redact", r"token-\d+", "secret.macho")
    text = (world.scratch / "report.html").read_text()
    assert "token-12345" not in text and "redacted-1" in text
    for format in ("html", "trace"):
        exported = world.run("export", format, "--redact", r"token-\d+", "secret.macho")
        assert "token-12345" not in exported


def request(port, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    return connection.getresponse().status


SOCKET = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def test_the_server_refuses_wrong_tokens_hosts_and_origins(world):
    url = inspect(world, "counter")
    port, token = int(re.search(r":(\d+)/", url).group(1)), url.split("=")[1]
    own = f"http://127.0.0.1:{port}"
    assert request(port, f"/?token={token}") == 200
    assert request(port, "/") == 403
    assert request(port, f"/?token={token[:-1]}x") == 403
    assert request(port, f"/?token={token}", Host="macho.example:80") == 403
    assert request(port, f"/?token={token}", Host=f"macho.example:{port}") == 403
    assert request(port, f"/other?token={token}") == 404
    assert request(port, f"/socket?token={token}", **SOCKET, Origin="http://macho.example") == 403
    assert request(port, f"/socket?token={token}", **SOCKET) == 403
    assert request(port, "/socket", **SOCKET, Origin=own) == 403
    assert request(port, f"/socket?token={token}", Origin=own) == 400
    assert request(port, f"/socket?token={token}", **SOCKET, Origin=own) == 101
    # Only the loopback address listens.
    other = socket.socket()
    other.settimeout(2)
    assert other.connect_ex((socket.gethostbyname(socket.gethostname()), port)) != 0 or socket.gethostbyname(
        socket.gethostname()).startswith("127.")
    other.close()


def test_the_server_bounds_heads_and_messages(world):
    url = inspect(world, "counter")
    port, token = int(re.search(r":(\d+)/", url).group(1)), url.split("=")[1]
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n")
        assert b" 400 " in raw.recv(100)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
        head = f"GET /socket?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        raw.sendall((head + "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in SOCKET.items()) + "\r\n").encode())
        assert b" 101 " in raw.recv(1000)
        # A masked frame that announces a gigabyte, then one that is not JSON.
        raw.sendall(bytes([0x81, 0xFF]) + (1 << 30).to_bytes(8, "big") + bytes(4))
        assert raw.recv(100)[:4] == bytes([0x88, 2]) + (1009).to_bytes(2, "big")
    assert request(port, f"/?token={token}") == 200


def test_idle_sockets_take_no_place_of_a_page(world):
    url = inspect(world, "counter")
    port, token = int(re.search(r":(\d+)/", url).group(1)), url.split("=")[1]
    head = (f"GET /socket?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            + "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in SOCKET.items()) + "\r\n").encode()

    def connect():
        page = socket.create_connection(("127.0.0.1", port), timeout=10)
        page.sendall(head)
        return page, page.recv(2000)

    def ask(page):
        message = b'{"jsonrpc":"2.0","id":1,"method":"hello"}'
        page.sendall(bytes([0x81, 0x80 | len(message)]) + bytes(4) + message)
        return page.recv(2000)

    pages = [connect()]
    idle = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(1500)]
    assert b" 101 " in pages[0][1] and b'"result"' in ask(pages[0][0])
    pages.append(connect())
    assert b" 101 " in pages[1][1] and b'"result"' in ask(pages[1][0])
    # Beyond the limit, the answer says why.
    pages += [connect() for _ in range(40)]
    assert b" 503 " in pages[-1][1] and b"at most 32 connections" in pages[-1][1] + pages[-1][0].recv(2000)
    assert b'"result"' in ask(pages[0][0])
    for each in idle + [page for page, _ in pages]:
        each.close()


def test_the_live_page_redacts_what_the_server_sends(world):
    url = inspect(world, "counter", "--redact", r"token-\d+")
    page = world.page(url, settle=False)
    received = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: received.append(frame)))
    page.reload()
    page.wait_for_selector(".row:visible")
    for line in ('stub numberFact.fetch -> "token-98765"', "send factButtonTapped"):
        page.fill("[aria-label='Line to run']", line)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector(\"[aria-label='Line to run']\").value === ''")
    page.wait_for_function("() => document.body.innerText.includes('redacted-1')")
    assert received and "token-98765" not in json.dumps([str(frame) for frame in received])
