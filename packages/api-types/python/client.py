"""Client of the REST API of Columnist: one method for each call that takes an API key.

Generated from the OpenAPI document; standard library only, Python 3.10 or newer.

    from columnist import Columnist

    columnist = Columnist("https://columnist.example", "col_live_…")
    dataset = columnist.create("penguins.csv")
    columnist.aggregate(dataset["id"], group_by=["species"], aggregates=[{"statistic": "count"}])
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Literal


class ColumnistError(Exception):
    """What the server refused, as its problem document (RFC 9457) says.

    `status` is None where no server answered.
    """

    def __init__(self, status: int | None, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", f"The server answered with status {status}."))
        self.status = status
        self.code: str = problem.get("code", "unavailable")
        self.fix: str | None = problem.get("fix")
        self.problem = problem


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for this server alone: a redirect is not followed."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _part(value: Any) -> str:
    return urllib.parse.quote(str(value), safe="")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _present(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class Columnist:
    """The calls of one server with one key; `timeout` in seconds."""

    def __init__(self, url: str, api_key: str, *, timeout: float = 120) -> None:
        self._url = url.rstrip("/")
        self._key = api_key
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any],
        body: dict[str, Any] | None,
        file: str | os.PathLike[str] | None = None,
    ) -> Any:
        asked = urllib.parse.urlencode({name: _text(one) for name, one in _present(query).items()})
        headers = {"API-Key": self._key, "Accept": "application/json"}
        data = None
        if file is not None:
            boundary = secrets.token_hex(16)
            headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
            data = _multipart(boundary, file)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(_present(body)).encode()
        request = urllib.request.Request(
            f"{self._url}{path}{'?' if asked else ''}{asked}",
            data=data,
            headers=headers,
            method=method,
        )
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                content = response.read()
                if "json" not in response.headers.get("Content-Type", ""):
                    return content
                return json.loads(content)
        except urllib.error.HTTPError as error:
            try:
                problem = json.loads(error.read())
            except ValueError:
                problem = {}
            raise ColumnistError(error.code, problem) from None
        except (OSError, http.client.HTTPException) as error:
            problem = {
                "detail": f"No answer from {self._url}: {getattr(error, 'reason', None) or error}",
                "fix": "Check the address of the server and the network, and try again.",
            }
            raise ColumnistError(None, problem) from error

    # Calls of the contract.


def _multipart(boundary: str, file: str | os.PathLike[str]) -> bytes:
    name = os.path.basename(os.fspath(file)).replace('"', "%22").replace("\r", "").replace("\n", "")
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    )
    with open(file, "rb") as opened:
        return b"".join([head.encode(), opened.read(), f"\r\n--{boundary}--\r\n".encode()])
