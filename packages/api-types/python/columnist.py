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

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        q: str | None = None,
    ) -> Any:
        """Your datasets, newest first.

        limit: How many items, 1 to 200.

        cursor: The next_cursor of the page before.

        q: Part of the name, any case.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets",
            query={"limit": limit, "cursor": cursor, "q": q},
            body=None,
        )

    def create(
        self,
        file: str | os.PathLike[str],
        *,
        review: bool | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        quote: Literal["\"", "'", "none"] | None = None,
        escape: Literal["doubled", "backslash", "none"] | None = None,
        skip_lines: int | None = None,
        header_rows: int | None = None,
        comment: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        date_order: Literal["dmy", "mdy", "ymd"] | None = None,
        text_columns: list[str] | None = None,
        read_columns: list[dict[str, Any]] | None = None,
    ) -> Any:
        """Upload a CSV file.

        review: Keep the dataset as a draft until it is committed; drafts are removed after a day.

        encoding: Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.

        delimiter: What separates fields: one sign or several.

        quote: What encloses a field that holds the delimiter.

        escape: How a quote within a quoted field is written.

        skip_lines: Lines before the table.

        header_rows: Lines of names; several are joined, 0 where there are none.

        comment: What lines begin with that are no rows.

        decimal_mark: Of all numbers: by it 1.234 and 1,234 are decimals or thousands.

        date_order: Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.

        text_columns: Columns to keep as text as they are written, whatever they look like.

        read_columns: How single columns are read; other_readings of a column lists what is possible.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets",
            query={"review": review, "encoding": encoding, "delimiter": delimiter, "quote": quote, "escape": escape, "skip_lines": skip_lines, "header_rows": header_rows, "comment": comment, "decimal_mark": decimal_mark, "date_order": date_order, "text_columns": text_columns, "read_columns": read_columns},
            body=None,
            file=file,
        )

    def get(
        self,
        id: str,
    ) -> Any:
        """One dataset: its columns, types, how it was read.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}",
            query={},
            body=None,
        )

    def rename(
        self,
        id: str,
        *,
        name: str,
    ) -> Any:
        """Rename a dataset.
        """
        return self._call(
            "PATCH",
            f"/api/v1/datasets/{_part(id)}",
            query={},
            body={"name": name},
        )

    def create_from_text(
        self,
        *,
        name: str,
        csv: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
    ) -> Any:
        """A new dataset of CSV text sent as JSON; without csv, a link to upload a file by once.

        name: With the ending .csv.

        csv: The whole file.

        decimal_mark: Of all numbers.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/text",
            query={},
            body={"name": name, "csv": csv, "decimal_mark": decimal_mark},
        )

    def commit(
        self,
        id: str,
    ) -> Any:
        """Make a draft a dataset that stays.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/commit",
            query={},
            body=None,
        )

    def preview(
        self,
        id: str,
    ) -> Any:
        """How the first lines of the file became rows, and what was detected why.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/preview",
            query={},
            body=None,
        )

    def reread(
        self,
        id: str,
        *,
        table: str | None = None,
        range: str | None = None,
        explode: str | None = None,
        borders: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        quote: Literal["\"", "'", "none"] | None = None,
        escape: Literal["doubled", "backslash", "none"] | None = None,
        skip_lines: int | None = None,
        header_rows: int | None = None,
        comment: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        date_order: Literal["dmy", "mdy", "ymd"] | None = None,
        text_columns: list[str] | None = None,
        read_columns: list[dict[str, Any]] | None = None,
    ) -> Any:
        """Read the file again as stated: a new version of the dataset; a draft is changed in place.

        table: Name of the sheet, file or table that is read; the first one where it is absent.

        encoding: Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.

        delimiter: What separates fields: one sign or several.

        quote: What encloses a field that holds the delimiter.

        escape: How a quote within a quoted field is written.

        skip_lines: Lines before the table.

        header_rows: Lines of names; several are joined, 0 where there are none.

        comment: What lines begin with that are no rows.

        decimal_mark: Of all numbers: by it 1.234 and 1,234 are decimals or thousands.

        date_order: Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.

        text_columns: Columns to keep as text as they are written, whatever they look like.

        read_columns: How single columns are read; other_readings of a column lists what is possible.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/reread",
            query={},
            body={"table": table, "range": range, "explode": explode, "borders": borders, "encoding": encoding, "delimiter": delimiter, "quote": quote, "escape": escape, "skip_lines": skip_lines, "header_rows": header_rows, "comment": comment, "decimal_mark": decimal_mark, "date_order": date_order, "text_columns": text_columns, "read_columns": read_columns},
        )

    def import_(
        self,
        file: str | os.PathLike[str],
        *,
        review: bool | None = None,
        table: str | None = None,
        range: str | None = None,
        explode: str | None = None,
        borders: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        quote: Literal["\"", "'", "none"] | None = None,
        escape: Literal["doubled", "backslash", "none"] | None = None,
        skip_lines: int | None = None,
        header_rows: int | None = None,
        comment: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        date_order: Literal["dmy", "mdy", "ymd"] | None = None,
        text_columns: list[str] | None = None,
        read_columns: list[dict[str, Any]] | None = None,
    ) -> Any:
        """Import a file of another format than CSV: an Excel or OpenDocument workbook, a ZIP of files, text with tabs, a table of a web page.

        review: Keep the dataset as a draft until it is committed; drafts are removed after a day.

        table: Name of the sheet, file or table that is read; the first one where it is absent.

        range: Cells of the sheet, as in A3:F200, A:F or 3:200; all of them where it is absent.

        explode: Of JSON: the list within every record that gives a row for each of its entries, by its path as in orders.items; lists are kept as text where it is absent.

        borders: Of text of fixed width: the character where each column begins, as in 1,9,14; found where the blanks of all lines end where it is absent.

        encoding: Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.

        delimiter: What separates fields: one sign or several.

        quote: What encloses a field that holds the delimiter.

        escape: How a quote within a quoted field is written.

        skip_lines: Lines before the table.

        header_rows: Lines of names; several are joined, 0 where there are none.

        comment: What lines begin with that are no rows.

        decimal_mark: Of all numbers: by it 1.234 and 1,234 are decimals or thousands.

        date_order: Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.

        text_columns: Columns to keep as text as they are written, whatever they look like.

        read_columns: How single columns are read; other_readings of a column lists what is possible.
        """
        return self._call(
            "POST",
            f"/api/v1/imports",
            query={"review": review, "table": table, "range": range, "explode": explode, "borders": borders, "encoding": encoding, "delimiter": delimiter, "quote": quote, "escape": escape, "skip_lines": skip_lines, "header_rows": header_rows, "comment": comment, "decimal_mark": decimal_mark, "date_order": date_order, "text_columns": text_columns, "read_columns": read_columns},
            body=None,
            file=file,
        )

    def create_from_upload(
        self,
        *,
        upload: str,
        review: bool | None = None,
        table: str | None = None,
        range: str | None = None,
        explode: str | None = None,
        borders: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        quote: Literal["\"", "'", "none"] | None = None,
        escape: Literal["doubled", "backslash", "none"] | None = None,
        skip_lines: int | None = None,
        header_rows: int | None = None,
        comment: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        date_order: Literal["dmy", "mdy", "ymd"] | None = None,
        text_columns: list[str] | None = None,
        read_columns: list[dict[str, Any]] | None = None,
    ) -> Any:
        """A new dataset of a file that was sent to /api/v1/resumable-uploads by the tus protocol; CSV or another format by its name.

        upload: The last part of the address that the upload has.

        review: Keep the dataset as a draft until it is committed; drafts are removed after a day.

        table: Name of the sheet, file or table that is read; the first one where it is absent.

        range: Cells of the sheet, as in A3:F200, A:F or 3:200; all of them where it is absent.

        explode: Of JSON: the list within every record that gives a row for each of its entries, by its path as in orders.items; lists are kept as text where it is absent.

        borders: Of text of fixed width: the character where each column begins, as in 1,9,14; found where the blanks of all lines end where it is absent.

        encoding: Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.

        delimiter: What separates fields: one sign or several.

        quote: What encloses a field that holds the delimiter.

        escape: How a quote within a quoted field is written.

        skip_lines: Lines before the table.

        header_rows: Lines of names; several are joined, 0 where there are none.

        comment: What lines begin with that are no rows.

        decimal_mark: Of all numbers: by it 1.234 and 1,234 are decimals or thousands.

        date_order: Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.

        text_columns: Columns to keep as text as they are written, whatever they look like.

        read_columns: How single columns are read; other_readings of a column lists what is possible.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/from-upload",
            query={},
            body={"upload": upload, "review": review, "table": table, "range": range, "explode": explode, "borders": borders, "encoding": encoding, "delimiter": delimiter, "quote": quote, "escape": escape, "skip_lines": skip_lines, "header_rows": header_rows, "comment": comment, "decimal_mark": decimal_mark, "date_order": date_order, "text_columns": text_columns, "read_columns": read_columns},
        )

    def contents(
        self,
        id: str,
    ) -> Any:
        """The sheets, files or tables that the imported file of a dataset holds; none of a CSV file.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/contents",
            query={},
            body=None,
        )

    def import_table(
        self,
        id: str,
        *,
        table: str,
        range: str | None = None,
        explode: str | None = None,
        review: bool | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        quote: Literal["\"", "'", "none"] | None = None,
        escape: Literal["doubled", "backslash", "none"] | None = None,
        skip_lines: int | None = None,
        header_rows: int | None = None,
        comment: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        date_order: Literal["dmy", "mdy", "ymd"] | None = None,
        text_columns: list[str] | None = None,
        read_columns: list[dict[str, Any]] | None = None,
    ) -> Any:
        """A new dataset of another table of the file that a dataset was imported from.

        range: Cells of the sheet, as in A3:F200, A:F or 3:200; all of them where it is absent.

        explode: Of JSON: the list within every record that gives a row for each of its entries, by its path as in orders.items; lists are kept as text where it is absent.

        review: Keep the dataset as a draft until it is committed; drafts are removed after a day.

        encoding: Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.

        delimiter: What separates fields: one sign or several.

        quote: What encloses a field that holds the delimiter.

        escape: How a quote within a quoted field is written.

        skip_lines: Lines before the table.

        header_rows: Lines of names; several are joined, 0 where there are none.

        comment: What lines begin with that are no rows.

        decimal_mark: Of all numbers: by it 1.234 and 1,234 are decimals or thousands.

        date_order: Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.

        text_columns: Columns to keep as text as they are written, whatever they look like.

        read_columns: How single columns are read; other_readings of a column lists what is possible.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/contents",
            query={},
            body={"table": table, "range": range, "explode": explode, "review": review, "encoding": encoding, "delimiter": delimiter, "quote": quote, "escape": escape, "skip_lines": skip_lines, "header_rows": header_rows, "comment": comment, "decimal_mark": decimal_mark, "date_order": date_order, "text_columns": text_columns, "read_columns": read_columns},
        )

    def add_version(
        self,
        id: str,
        file: str | os.PathLike[str],
        *,
        mode: Literal["replace", "append"] | None = None,
        table: str | None = None,
        range: str | None = None,
        explode: str | None = None,
        borders: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        quote: Literal["\"", "'", "none"] | None = None,
        escape: Literal["doubled", "backslash", "none"] | None = None,
        skip_lines: int | None = None,
        header_rows: int | None = None,
        comment: str | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        date_order: Literal["dmy", "mdy", "ymd"] | None = None,
        text_columns: list[str] | None = None,
        read_columns: list[dict[str, Any]] | None = None,
    ) -> Any:
        """Replace the data of a dataset by a file of any format, or append its rows; the version before stays restorable.

        mode: replace (the default): the file is the whole dataset from now on. append: its rows follow those that are there; the columns must have the same names.

        table: Name of the sheet, file or table that is read; the first one where it is absent.

        range: Cells of the sheet, as in A3:F200, A:F or 3:200; all of them where it is absent.

        explode: Of JSON: the list within every record that gives a row for each of its entries, by its path as in orders.items; lists are kept as text where it is absent.

        borders: Of text of fixed width: the character where each column begins, as in 1,9,14; found where the blanks of all lines end where it is absent.

        encoding: Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.

        delimiter: What separates fields: one sign or several.

        quote: What encloses a field that holds the delimiter.

        escape: How a quote within a quoted field is written.

        skip_lines: Lines before the table.

        header_rows: Lines of names; several are joined, 0 where there are none.

        comment: What lines begin with that are no rows.

        decimal_mark: Of all numbers: by it 1.234 and 1,234 are decimals or thousands.

        date_order: Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.

        text_columns: Columns to keep as text as they are written, whatever they look like.

        read_columns: How single columns are read; other_readings of a column lists what is possible.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/versions",
            query={"mode": mode, "table": table, "range": range, "explode": explode, "borders": borders, "encoding": encoding, "delimiter": delimiter, "quote": quote, "escape": escape, "skip_lines": skip_lines, "header_rows": header_rows, "comment": comment, "decimal_mark": decimal_mark, "date_order": date_order, "text_columns": text_columns, "read_columns": read_columns},
            body=None,
            file=file,
        )

    def list_versions(
        self,
        id: str,
    ) -> Any:
        """The versions of a dataset, newest first.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/versions",
            query={},
            body=None,
        )

    def compare_versions(
        self,
        id: str,
        *,
        from_: int,
        to: int,
    ) -> Any:
        """Columns that two versions do not share or hold differently.

        from_: Number of the version.

        to: Number of the version.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/versions/compare",
            query={"from": from_, "to": to},
            body=None,
        )

    def row_changes(
        self,
        id: str,
        *,
        from_: int,
        to: int,
        key: list[str] | None = None,
        kind: Literal["changed", "added", "removed"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Any:
        """Rows that were added, removed or changed from one version to another, matched by a key.

        from_: Number of the version.

        to: Number of the version.

        key: Columns that tell rows apart in both versions; left out: those that are suggested. None: rows are compared by their place.

        kind: Only rows of this kind.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/versions/changes",
            query={},
            body={"from": from_, "to": to, "key": key, "kind": kind, "limit": limit, "offset": offset},
        )

    def restore_version(
        self,
        id: str,
        version: int,
    ) -> Any:
        """Make an earlier version the current one.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/versions/{_part(version)}/restore",
            query={},
            body=None,
        )

    def delete_version(
        self,
        id: str,
        version: int,
    ) -> None:
        """Delete a version that is not the current one, with its files, for good.
        """
        self._call(
            "DELETE",
            f"/api/v1/datasets/{_part(id)}/versions/{_part(version)}",
            query={},
            body=None,
        )

    def repairs(
        self,
        id: str,
    ) -> bytes:
        """CSV of every line that was repaired, rejected or set aside: its number, why, its text and how it was read.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/repairs",
            query={},
            body=None,
        )

    def delete(
        self,
        id: str,
        *,
        confirm_name: str | None = None,
    ) -> None:
        """Delete a dataset; it can be restored for ten seconds.

        confirm_name: The name of the dataset: deletes nothing if it has another.
        """
        self._call(
            "DELETE",
            f"/api/v1/files/datasets/{_part(id)}",
            query={"confirm_name": confirm_name},
            body=None,
        )

    def restore(
        self,
        id: str,
    ) -> Any:
        """Undo a deletion within ten seconds.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/restore",
            query={},
            body=None,
        )

    def set_columns(
        self,
        id: str,
        *,
        columns: list[dict[str, Any]],
    ) -> Any:
        """Set label, unit, description, type, order of values and reference level of columns. The file stays as it is; other versions with columns of these names have the same.

        columns: What changes, by column.
        """
        return self._call(
            "PATCH",
            f"/api/v1/datasets/{_part(id)}/columns",
            query={},
            body={"columns": columns},
        )

    def dictionary(
        self,
        id: str,
    ) -> bytes:
        """The data dictionary as CSV: a line for each column, with its label, unit, description, type and values. What was set for columns that this version lacks follows.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/dictionary",
            query={},
            body=None,
        )

    def rows(
        self,
        id: str,
        *,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Rows of a view, sorted and filtered by the server.

        columns: Column names; all where left out.

        offset: Rows of the view to skip.

        cursor: The next_cursor of the page before; instead of offset.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/rows",
            query={"columns": columns, "view": view, "limit": limit, "offset": offset, "cursor": cursor},
            body=None,
        )

    def analyze(
        self,
        id: str,
        *,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        quantiles: list[float] | None = None,
        confidence_level: float | None = None,
        correlations: bool | None = None,
        quantile_type: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9] | None = None,
        moments_type: Literal[1, 2, 3] | None = None,
        trim: float | None = None,
        proportion_interval: Literal["wilson", "exact"] | None = None,
        weights: str | None = None,
        plot: bool | None = None,
    ) -> Any:
        """Description of columns, and the correlations of the number columns.

        columns: Column names; all where left out.

        quantiles: Probabilities of the quantiles to give.

        correlations: Also give the correlation matrices of the number columns.

        quantile_type: Definition of quantiles, median and quartiles (Hyndman & Fan), as R quantile(type).

        moments_type: Definition of skewness and kurtosis (Joanes & Gill): 1 of the moments, 2 as SAS and SPSS, 3 as Minitab.

        trim: Share cut at each end for the trimmed mean, and drawn in for the winsorised one.

        proportion_interval: Interval of shares: Wilson score, or Clopper–Pearson.

        weights: Number column of weights: also gives weighted figures, of rows whose weight is above 0.

        plot: Also give what pictures need: density curves and examples of outliers.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/analyze",
            query={},
            body={"columns": columns, "view": view, "quantiles": quantiles, "confidence_level": confidence_level, "correlations": correlations, "quantile_type": quantile_type, "moments_type": moments_type, "trim": trim, "proportion_interval": proportion_interval, "weights": weights, "plot": plot},
        )

    def frequencies(
        self,
        id: str,
        *,
        column: str,
        view: dict[str, Any] | None = None,
        order: Literal["count", "value"] | None = None,
        limit: int | None = None,
        spellings: Literal["fingerprint", "ngram", "metaphone", "cologne", "nearest"] | None = None,
    ) -> Any:
        """How often each value of a column occurs.

        order: Most frequent first, or by value; left out: by value where an order of levels was set.

        spellings: Also clusters of texts that are likely spellings of one.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/frequencies",
            query={},
            body={"column": column, "view": view, "order": order, "limit": limit, "spellings": spellings},
        )

    def duplicates(
        self,
        id: str,
        *,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        method: Literal["exact", "normalised", "near"] | None = None,
        edits: int | None = None,
        limit: int | None = None,
    ) -> Any:
        """Rows that are alike or nearly so, as clusters, with the step that deletes them.

        columns: Left out: all by exact, else all but numbers and times of which no value repeats.

        method: normalised: texts may differ in case, accents, punctuation, spaces; near: and letters.

        edits: Of near: letters by which rows may differ in all.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/duplicates",
            query={},
            body={"columns": columns, "view": view, "method": method, "edits": edits, "limit": limit},
        )

    def aggregate(
        self,
        id: str,
        *,
        group_by: list[str | dict[str, Any]] | None = None,
        aggregates: list[dict[str, Any]] | None = None,
        view: dict[str, Any] | None = None,
        having: str | None = None,
        sort: list[dict[str, Any]] | None = None,
        limit: int | None = None,
        across: str | None = None,
    ) -> Any:
        """Statistics of groups of rows, or a pivot table.

        group_by: Columns, or named expressions; one group of all rows where empty. Missing values are a group of their own.

        having: Groups to keep, an expression over the result columns, for example count >= 5.

        sort: By result columns; in order of the groups where left out.

        across: One of the groups, whose values become the columns of a pivot table.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/aggregate",
            query={},
            body={"group_by": group_by, "aggregates": aggregates, "view": view, "having": having, "sort": sort, "limit": limit, "across": across},
        )

    def run_sql(
        self,
        *,
        sql: str,
        limit: int | None = None,
        cursor: str | None = None,
        explain: bool | None = None,
    ) -> Any:
        """The rows of one SELECT over your datasets, by name or id: joins, windows and expressions that a view cannot say. Pro.

        sql: One SELECT as DuckDB reads it: joins, CTEs, windows. Tables are datasets by name or id, in double quotes where a name has a dot or a space.

        cursor: The next_cursor of the page before.

        explain: Answer the plan instead of rows.
        """
        return self._call(
            "POST",
            f"/api/v1/sql",
            query={},
            body={"sql": sql, "limit": limit, "cursor": cursor, "explain": explain},
        )

    def save(
        self,
        *,
        name: str,
        sql: str | None = None,
        id: str | None = None,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        answer_id: str | None = None,
        table: str | None = None,
        format: Literal["csv", "tsv", "xlsx", "parquet", "arrow", "jsonl", "sav", "dta", "r", "python", "view"] | None = None,
    ) -> Any:
        """The rows of a view, what a SELECT answers, or a table of an earlier answer as a new dataset; with a format as a file, by a link of 15 minutes, or as a saved view.

        name: Of the new dataset, or of the file.

        sql: A SELECT as run_sql takes it; needs Pro.

        id: In place of sql: the dataset whose rows these are.

        columns: Column names; all where left out.

        answer_id: In place of sql: an earlier answer with a table.

        table: Title of a table of that answer; its first where left out.

        format: A file in place of a dataset; view: saves the 'view' of 'id' for { saved: name }.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/save",
            query={},
            body={"name": name, "sql": sql, "id": id, "columns": columns, "view": view, "answer_id": answer_id, "table": table, "format": format},
        )

    def file(
        self,
        *,
        name: str | None = None,
        sql: str | None = None,
        id: str | None = None,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        answer_id: str | None = None,
        table: str | None = None,
        format: Literal["csv", "tsv", "xlsx", "parquet", "arrow", "jsonl", "sav", "dta", "r", "python"] | None = None,
        plain: bool | None = None,
    ) -> bytes:
        """The rows of a view, what a SELECT answers, or a table of an earlier answer as a file in any format of exports.

        name: Of the file.

        sql: A SELECT as run_sql takes it; needs Pro.

        id: In place of sql: the dataset whose rows these are.

        columns: Column names; all where left out.

        answer_id: In place of sql: an earlier answer with a table.

        table: Title of a table of that answer; its first where left out.

        plain: CSV and TSV exactly as they are, also what a spreadsheet would take for a formula.
        """
        return self._call(
            "POST",
            f"/api/v1/file",
            query={},
            body={"name": name, "sql": sql, "id": id, "columns": columns, "view": view, "answer_id": answer_id, "table": table, "format": format, "plain": plain},
        )

    def combine(
        self,
        *,
        kind: Literal["join"] | Literal["append"] | Literal["pivot"] | Literal["unpivot"],
        how: Literal["inner", "left", "full", "semi", "anti", "as_of"] | None = None,
        left: str | None = None,
        right: str | None = None,
        keys: list[dict[str, Any]] | None = None,
        at: dict[str, Any] | None = None,
        suffix: str | None = None,
        name: str | None = None,
        sources: list[str] | None = None,
        types: Literal["error", "text"] | None = None,
        source_column: str | None = None,
        source: str | None = None,
        rows: list[str] | None = None,
        names_from: str | None = None,
        values_from: str | None = None,
        statistic: Literal["only", "count", "sum", "mean", "median", "min", "max", "first"] | None = None,
        columns: list[str] | None = None,
        names_to: str | None = None,
        values_to: str | None = None,
    ) -> Any:
        """Join, append, pivot or unpivot datasets: a preview with matched and unmatched rows, or with a name a new dataset that follows the versions of its sources.

        how: semi, anti: rows of left with or without a match; as_of: the nearest by `at`.

        left: Id or name; 'ID@3' keeps to version 3, else the newest is followed.

        keys: Columns that must be equal; a preview suggests them.

        at: For as_of: numbers, dates or times.

        suffix: Of names of right that left has too.

        name: Of the new dataset; without it nothing is saved.

        types: Several types in one column: refused, or written as text.

        source_column: Column for the dataset's name.

        rows: For pivot alone: columns that make a row.

        statistic: only: several in one cell are refused.

        columns: For unpivot alone: they become rows.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/combine",
            query={},
            body={"kind": kind, "how": how, "left": left, "right": right, "keys": keys, "at": at, "suffix": suffix, "name": name, "sources": sources, "types": types, "source_column": source_column, "source": source, "rows": rows, "names_from": names_from, "values_from": values_from, "statistic": statistic, "columns": columns, "names_to": names_to, "values_to": values_to},
        )

    def lineage(
        self,
        id: str,
    ) -> Any:
        """What a dataset was made of, and what was made of it, with the state of each.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/lineage",
            query={},
            body=None,
        )

    def rebuild(
        self,
        id: str,
    ) -> Any:
        """Make a combined dataset of the newest versions of its sources, as a new version.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/rebuild",
            query={},
            body=None,
        )

    def association(
        self,
        id: str,
        *,
        method: Literal["pearson"] | Literal["kendall"] | Literal["partial"] | Literal["spearman"] | Literal["correlation_ratio"] | Literal["point_biserial"] | Literal["chi_square"] | Literal["fisher_exact"] | Literal["cohen_kappa"] | Literal["mcnemar"] | Literal["cronbach_alpha"],
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        confidence_level: float | None = None,
        by: str | None = None,
        by_adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        x: str | None = None,
        y: str | None = None,
        alternative: Literal["two_sided", "less", "greater"] | None = None,
        given: list[str] | None = None,
        correct: bool | None = None,
        seed: int | None = None,
        variant: Literal["corrected", "uncorrected", "exact"] | None = None,
    ) -> Any:
        """Whether columns go together: correlations of every pair of number columns; Pro: Kendall, partial, contingency tables, agreement, reliability.

        columns: Number columns; every pair of them is given.

        by: Asked in each value of this column.

        given: Number columns that are held constant.

        correct: Yates' correction of a table of two by two.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/association",
            query={},
            body={"method": method, "columns": columns, "view": view, "confidence_level": confidence_level, "by": by, "by_adjust": by_adjust, "x": x, "y": y, "alternative": alternative, "given": given, "correct": correct, "seed": seed, "variant": variant},
        )

    def compare_groups(
        self,
        id: str,
        *,
        method: Literal["welch_t"] | Literal["mann_whitney"] | Literal["permutation"] | Literal["student_t"] | Literal["tost"] | Literal["welch_anova"] | Literal["anova"] | Literal["kruskal_wallis"] | Literal["levene"] | Literal["bartlett"] | Literal["brown_forsythe"] | Literal["fligner_killeen"] | Literal["one_sample_t"] | Literal["tost_one_sample"] | Literal["paired_t"] | Literal["friedman"] | Literal["repeated_measures_anova"] | Literal["tost_paired"] | Literal["wilcoxon_signed_rank"] | Literal["one_proportion"] | Literal["proportions"] | Literal["factorial_anova"],
        value: str | None = None,
        group: str | None = None,
        groups: list[str] | None = None,
        view: dict[str, Any] | None = None,
        confidence_level: float | None = None,
        by: str | None = None,
        by_adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        alternative: Literal["two_sided", "less", "greater"] | None = None,
        seed: int | None = None,
        low: float | None = None,
        high: float | None = None,
        adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        mu: float | None = None,
        other: str | None = None,
        columns: list[str] | None = None,
        event: str | None = None,
        success: str | None = None,
        p: float | None = None,
        correct: bool | None = None,
        factors: list[str] | None = None,
        covariates: list[str] | None = None,
        sums_of_squares: Literal[1] | Literal[2] | Literal[3] | None = None,
    ) -> Any:
        """Whether groups or measurements differ: t tests, ranks, analyses of variance with post hoc pairs, equivalence, variances, proportions. Pro.

        value: The number column that is compared.

        group: The column that tells the groups apart.

        groups: Which groups, in this order; all where left out. The first minus the second is the difference of two.

        by: Asked in each value of this column.

        alternative: less: the first group, or the value, is smaller.

        low: Lower bound of what counts as equivalent, in the units of the column.

        high: Upper bound of what counts as equivalent.

        adjust: How Dunn's pairs are adjusted.

        mu: The mean it is compared with.

        other: The number column of the second measurement in the same rows.

        columns: Number columns of the same rows.

        event: The column whose values are counted.

        success: The value that is counted.

        p: The proportion it is compared with.

        correct: Yates' correction of two groups.

        factors: Columns of groups, with all interactions; one, with covariates.

        covariates: Number columns that are held constant (analysis of covariance).
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/compare",
            query={},
            body={"method": method, "value": value, "group": group, "groups": groups, "view": view, "confidence_level": confidence_level, "by": by, "by_adjust": by_adjust, "alternative": alternative, "seed": seed, "low": low, "high": high, "adjust": adjust, "mu": mu, "other": other, "columns": columns, "event": event, "success": success, "p": p, "correct": correct, "factors": factors, "covariates": covariates, "sums_of_squares": sums_of_squares},
        )

    def test_distribution(
        self,
        id: str,
        *,
        method: Literal["shapiro_wilk"] | Literal["anderson_darling"] | Literal["cramer_von_mises"] | Literal["dagostino_k2"] | Literal["jarque_bera"] | Literal["lilliefors"] | Literal["chi_square_goodness_of_fit"] | Literal["kolmogorov_smirnov"] | Literal["kolmogorov_smirnov_two_sample"] | Literal["autocorrelation"] | Literal["grubbs"] | Literal["mahalanobis_outliers"] | Literal["tukey_outliers"] | Literal["z_score_outliers"],
        column: str | None = None,
        view: dict[str, Any] | None = None,
        confidence_level: float | None = None,
        by: str | None = None,
        by_adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        expected: dict[str, Any] | None = None,
        distribution: dict[str, Any] | None = None,
        group: str | None = None,
        groups: list[str] | None = None,
        lags: int | None = None,
        columns: list[str] | None = None,
        alpha: float | None = None,
        k: float | None = None,
        threshold: float | None = None,
    ) -> Any:
        """How a column is distributed: normality, goodness of fit, outliers. Pro.

        column: A number column.

        by: Asked in each value of this column.

        expected: Share of each value, in proportion; all alike where left out.

        lags: Lags up to this one, in the order of the rows.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/distribution",
            query={},
            body={"method": method, "column": column, "view": view, "confidence_level": confidence_level, "by": by, "by_adjust": by_adjust, "expected": expected, "distribution": distribution, "group": group, "groups": groups, "lags": lags, "columns": columns, "alpha": alpha, "k": k, "threshold": threshold},
        )

    def fit_regression(
        self,
        id: str,
        *,
        method: Literal["linear"] | Literal["logistic"] | Literal["poisson"],
        formula: str,
        predict: list[dict[str, Any]] | None = None,
        folds: int | None = None,
        test_share: float | None = None,
        seed: int | None = None,
        view: dict[str, Any] | None = None,
        confidence_level: float | None = None,
        by: str | None = None,
        by_adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        weights: str | None = None,
        errors: Literal["classical", "hc0", "hc1", "hc2", "hc3"] | None = None,
        sums_of_squares: Literal[1] | Literal[2] | Literal[3] | None = None,
        means: list[str] | None = None,
        event: str | None = None,
        stratify: bool | None = None,
        exposure: str | None = None,
    ) -> Any:
        """What explains a column: linear, logistic and Poisson regression by a formula. Pro.

        formula: As in R: "y ~ x + group", "y ~ x * group + I(x^2) - 1", "log(y) ~ x"; names that are no plain words in backticks.

        predict: Values of the explaining columns for which a prediction is wanted.

        folds: Cross-validation: this many parts are predicted from the others.

        test_share: Train and test: this share of the rows is predicted by a model of the others.

        seed: Draws the parts.

        by: Asked in each value of this column.

        weights: A number column of weights.

        errors: Standard errors; HC3 does without equal variances.

        sums_of_squares: Type of the tests of the terms.

        means: Estimated marginal means of these groups, others held constant: 'g', or 'g:h' for each combination.

        event: The value of the two whose odds are modelled; the second, or true, if left out.

        stratify: Each part has the shares of both values.

        exposure: Column of person-time or size.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/regression",
            query={},
            body={"method": method, "formula": formula, "predict": predict, "folds": folds, "test_share": test_share, "seed": seed, "view": view, "confidence_level": confidence_level, "by": by, "by_adjust": by_adjust, "weights": weights, "errors": errors, "sums_of_squares": sums_of_squares, "means": means, "event": event, "stratify": stratify, "exposure": exposure},
        )

    def time_series(
        self,
        id: str,
        *,
        method: Literal["overview"] | Literal["adf"] | Literal["autocorrelation"] | Literal["ets"] | Literal["kpss"] | Literal["mann_kendall"] | Literal["stl"],
        value: str,
        time: str | None = None,
        every: Literal["second", "minute", "hour", "day", "week", "month", "quarter", "year"] | None = None,
        aggregate: Literal["mean", "sum", "median", "min", "max", "first", "last", "count"] | None = None,
        gaps: Literal["keep", "linear", "previous", "zero"] | None = None,
        view: dict[str, Any] | None = None,
        by: str | None = None,
        by_adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        window: int | None = None,
        confidence_level: float | None = None,
        deterministics: Literal["none", "constant", "trend"] | None = None,
        lags: int | None = None,
        period: int | None = None,
        form: Literal["auto", "ANN", "AAN", "AAdN", "ANA", "AAA", "AAdA"] | None = None,
        horizon: int | None = None,
        log: bool | None = None,
        about: Literal["constant", "trend"] | None = None,
        seasonal_window: Literal["periodic"] | int | None = None,
        robust: bool | None = None,
    ) -> Any:
        """What a column does over time: spacing and gaps, autocorrelation, unit roots, trend, season, forecast. Pro.

        value: The number column.

        time: The column of moments, or of numbers such as years; the order of the rows where left out.

        every: Resampling: one value for each of these, of all rows within it.

        aggregate: What 'every' makes of several rows.

        gaps: What is put where there is no value: nothing, a straight line between the neighbours, the value before, 0.

        by: Asked in each value of this column.

        window: Values in each rolling figure.

        lags: Lagged differences; by Akaike's criterion where left out.

        period: Values in a cycle, such as 12 of months; where left out, what the spacing suggests.

        form: Errors, trend, season: A additive, Ad damped, N none; auto takes the least AICc.

        horizon: Values to forecast.

        log: Of logarithms: for swings that grow with the level.

        seasonal_window: Span of the seasonal smoother in cycles, odd; periodic: a season that stays as it is.

        robust: Weigh outlying values down.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/time-series",
            query={},
            body={"method": method, "value": value, "time": time, "every": every, "aggregate": aggregate, "gaps": gaps, "view": view, "by": by, "by_adjust": by_adjust, "window": window, "confidence_level": confidence_level, "deterministics": deterministics, "lags": lags, "period": period, "form": form, "horizon": horizon, "log": log, "about": about, "seasonal_window": seasonal_window, "robust": robust},
        )

    def structure(
        self,
        id: str,
        *,
        method: Literal["principal_components"] | Literal["k_means"] | Literal["little_mcar"],
        columns: list[str],
        view: dict[str, Any] | None = None,
        by: str | None = None,
        by_adjust: Literal["holm", "bonferroni", "bh", "none"] | None = None,
        scale: bool | None = None,
        color_by: str | None = None,
        k: int | None = None,
        seed: int | None = None,
        confidence_level: float | None = None,
    ) -> Any:
        """What a table is made of: principal components, clusters of rows, values missing together. Pro.

        columns: Number columns.

        by: Asked in each value of this column.

        scale: In units of standard deviations; without it columns of large numbers decide alone.

        color_by: A column of groups that tells the points of the picture apart.

        k: Clusters; where left out, 2 to 8 with the largest mean silhouette.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/structure",
            query={},
            body={"method": method, "columns": columns, "view": view, "by": by, "by_adjust": by_adjust, "scale": scale, "color_by": color_by, "k": k, "seed": seed, "confidence_level": confidence_level},
        )

    def compare_datasets(
        self,
        id: str,
        *,
        other: str | None = None,
        other_version: int | None = None,
        bins: int | None = None,
    ) -> Any:
        """How a dataset differs from another, or from its earlier version: columns, and how each is distributed. Pro.

        other: Id of the other dataset; its own earlier version where left out.

        other_version: Which version of the other; its current one, or the version before where none is named.

        bins: Intervals of a number column, at quantiles of the other.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/drift",
            query={},
            body={"other": other, "other_version": other_version, "bins": bins},
        )

    def recommend_test(
        self,
        id: str,
        *,
        value: str,
        by: str,
        paired: bool | None = None,
        ask: Literal["any", "compare", "relate"] | None = None,
        groups: list[str] | None = None,
        view: dict[str, Any] | None = None,
    ) -> Any:
        """Which test compares two columns, why, and what was rejected. Pro.

        value: The outcome: a number column, or one of few values.

        by: What it may depend on: a column of groups, numbers or moments.

        paired: Both measure the same thing, in the same units.

        ask: compare: each value of 'by' is a group; relate: do both go together?

        groups: Values of 'by' to compare; all where left out.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/recommendation",
            query={},
            body={"value": value, "by": by, "paired": paired, "ask": ask, "groups": groups, "view": view},
        )

    def calculate_power(
        self,
        *,
        method: Literal["two_sample_t"] | Literal["anova"] | Literal["chi_square"] | Literal["correlation"] | Literal["one_proportion"] | Literal["one_sample_t"] | Literal["paired_t"] | Literal["two_proportions"],
        n: float | None = None,
        effect: float | None = None,
        alpha: float | None = None,
        power: float | None = None,
        alternative: Literal["two_sided", "less", "greater"] | None = None,
        groups: int | None = None,
        df: int | None = None,
        p1: float | None = None,
        p2: float | None = None,
    ) -> Any:
        """Power, sample size or detectable effect of a design. Pro.

        n: Values: of each group for two samples, proportions and analyses of variance; pairs; all for correlations and χ².

        effect: Cohen's d.

        alpha: Where left out, and something else is too: 0.05.
        """
        return self._call(
            "POST",
            f"/api/v1/power",
            query={},
            body={"method": method, "n": n, "effect": effect, "alpha": alpha, "power": power, "alternative": alternative, "groups": groups, "df": df, "p1": p1, "p2": p2},
        )

    def describe_method(
        self,
        method: str,
    ) -> Any:
        """What a statistical method asks and takes: every parameter, and an example.
        """
        return self._call(
            "GET",
            f"/api/v1/methods/{_part(method)}",
            query={},
            body=None,
        )

    def explain(
        self,
        answer_id: str,
        *,
        method: str | None = None,
    ) -> Any:
        """How an earlier answer of this account was computed: question, rows used and left out, view, method, code in R and Python. Answers are known for 30 days, the last 500.

        method: In place of answer_id: the name of a method, such as 'welch_t'.
        """
        return self._call(
            "GET",
            f"/api/v1/answers/{_part(answer_id)}",
            query={"method": method},
            body=None,
        )

    def list_tests(
        self,
        id: str,
    ) -> Any:
        """Every distinct test run on a dataset, with p-values adjusted for all of them.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/tests",
            query={},
            body=None,
        )

    def chart(
        self,
        id: str,
        *,
        x: str,
        y: str | None = None,
        view: dict[str, Any] | None = None,
        theme: Literal["light", "dark"] | None = None,
        width: int | None = None,
    ) -> Any:
        """A picture of one column or of two, as PNG and as a Vega-Lite specification; `Accept: image/png` answers the image alone.

        x: One column alone: its distribution.

        y: Two: points, means in groups, or counts of pairs.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/chart",
            query={},
            body={"x": x, "y": y, "view": view, "theme": theme, "width": width},
        )

    def pictures(
        self,
        id: str,
        *,
        view: dict[str, Any] | None = None,
    ) -> Any:
        """The small picture of every column under a view.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/pictures",
            query={},
            body={"view": view},
        )

    def overview(
        self,
        id: str,
        *,
        view: dict[str, Any] | None = None,
    ) -> Any:
        """Missing values, complete and duplicate rows.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/overview",
            query={},
            body={"view": view},
        )

    def download(
        self,
        id: str,
    ) -> bytes:
        """The file exactly as it was uploaded.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/file",
            query={},
            body=None,
        )

    def export(
        self,
        id: str,
        *,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        plain: bool | None = None,
        format: Literal["csv", "tsv", "xlsx", "parquet", "arrow", "jsonl", "sav", "dta", "r", "python"] | None = None,
    ) -> bytes:
        """The rows of a view as CSV, in which text that a spreadsheet would take for a formula gets an apostrophe before it, or as TSV, Excel, Parquet, Arrow, JSON lines, SPSS, Stata, or with the code that loads them in R or Python.

        columns: Column names; all where left out.

        plain: Every text exactly as it is, also what a spreadsheet would take for a formula.

        format: parquet, arrow, xlsx, sav and dta keep types, and every text as it is; sav and dta labels too; r and python are a ZIP of CSV and the code that loads it.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/export",
            query={"columns": columns, "view": view, "plain": plain, "format": format},
            body=None,
        )

    def save_rows(
        self,
        id: str,
        *,
        name: str,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
    ) -> Any:
        """The rows of a view as a new dataset.

        name: Of the new dataset.

        columns: Column names; all where left out.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/save",
            query={},
            body={"name": name, "columns": columns, "view": view},
        )

    def explain_view(
        self,
        id: str,
        *,
        view: dict[str, Any] | None = None,
    ) -> Any:
        """What a view does: in words, rows and cells it changes, and R and Python code that does the same.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/view",
            query={},
            body={"view": view},
        )

    def list_views(
        self,
        id: str,
    ) -> Any:
        """The saved views of a dataset; any call takes one as { saved: name }.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/views",
            query={},
            body=None,
        )

    def put_view(
        self,
        id: str,
        name: str,
        *,
        view: dict[str, Any],
    ) -> Any:
        """Save a view under a name, in place of what had that name.
        """
        return self._call(
            "PUT",
            f"/api/v1/datasets/{_part(id)}/views/{_part(name)}",
            query={},
            body={"view": view},
        )

    def delete_view(
        self,
        id: str,
        name: str,
    ) -> None:
        """Forget a saved view.
        """
        self._call(
            "DELETE",
            f"/api/v1/datasets/{_part(id)}/views/{_part(name)}",
            query={},
            body=None,
        )

    def statistics(
        self,
        *,
        dataset_id: str | None = None,
        columns: list[str] | None = None,
        view: dict[str, Any] | None = None,
        quantiles: list[float] | None = None,
        confidence_level: float | None = None,
        correlations: bool | None = None,
        quantile_type: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9] | None = None,
        moments_type: Literal[1, 2, 3] | None = None,
        trim: float | None = None,
        proportion_interval: Literal["wilson", "exact"] | None = None,
        weights: str | None = None,
        plot: bool | None = None,
        data: dict[str, Any] | None = None,
    ) -> Any:
        """Statistics of a dataset, of values sent along, or of a CSV file sent as the body. Nothing sent is stored.

        dataset_id: Dataset id.

        columns: Column names; all where left out.

        quantiles: Probabilities of the quantiles to give.

        correlations: Also give the correlation matrices of the number columns.

        quantile_type: Definition of quantiles, median and quartiles (Hyndman & Fan), as R quantile(type).

        moments_type: Definition of skewness and kurtosis (Joanes & Gill): 1 of the moments, 2 as SAS and SPSS, 3 as Minitab.

        trim: Share cut at each end for the trimmed mean, and drawn in for the winsorised one.

        proportion_interval: Interval of shares: Wilson score, or Clopper–Pearson.

        weights: Number column of weights: also gives weighted figures, of rows whose weight is above 0.

        plot: Also give what pictures need: density curves and examples of outliers.

        data: Columns: name to values, all of one length.
        """
        return self._call(
            "POST",
            f"/api/v1/statistics",
            query={},
            body={"dataset_id": dataset_id, "columns": columns, "view": view, "quantiles": quantiles, "confidence_level": confidence_level, "correlations": correlations, "quantile_type": quantile_type, "moments_type": moments_type, "trim": trim, "proportion_interval": proportion_interval, "weights": weights, "plot": plot, "data": data},
        )

    def alerts(
        self,
        id: str,
        *,
        view: dict[str, Any] | None = None,
        thresholds: dict[str, Any] | None = None,
    ) -> Any:
        """What in the data should be checked before it is analysed: missing, duplicate and mixed values, outlying shapes, personal data, with the rows of each.

        thresholds: For this call alone; otherwise those kept for the dataset.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/alerts",
            query={},
            body={"view": view, "thresholds": thresholds},
        )

    def profile(
        self,
        id: str,
        *,
        view: dict[str, Any] | None = None,
    ) -> Any:
        """The quality of a dataset in one answer: missing values and their patterns, complete and duplicate rows, and every alert.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/profile",
            query={},
            body={"view": view},
        )

    def set_alert_thresholds(
        self,
        id: str,
        *,
        missing: float | None = None,
        duplicate_rows: float | None = None,
        imbalance: float | None = None,
        high_correlation: float | None = None,
        skewed: float | None = None,
        zeros: float | None = None,
        mixed_types: float | None = None,
        date_like: float | None = None,
        personal_data: float | None = None,
    ) -> Any:
        """Keep thresholds for the alerts of a dataset; those left out become the usual ones.

        missing: Share of a column that is missing.

        duplicate_rows: Share of rows equal to an earlier row; any where 0.

        imbalance: 1 − entropy / log(number of values): 0 where all values occur alike, 1 where one value is all.

        high_correlation: Size of a Pearson or Spearman correlation.

        skewed: Size of the skewness (type 2).

        zeros: Share of zeros.

        mixed_types: Share of texts that are numbers.

        date_like: Share of texts that are written as dates.

        personal_data: Share of texts that look like e-mail addresses, telephone numbers and the like.
        """
        return self._call(
            "PUT",
            f"/api/v1/datasets/{_part(id)}/alerts/thresholds",
            query={},
            body={"missing": missing, "duplicate_rows": duplicate_rows, "imbalance": imbalance, "high_correlation": high_correlation, "skewed": skewed, "zeros": zeros, "mixed_types": mixed_types, "date_like": date_like, "personal_data": personal_data},
        )

    def dismiss_alert(
        self,
        id: str,
        key: str,
        *,
        reason: str,
    ) -> Any:
        """Dismiss an alert, with a reason for those who come after.
        """
        return self._call(
            "PUT",
            f"/api/v1/datasets/{_part(id)}/alerts/dismissals/{_part(key)}",
            query={},
            body={"reason": reason},
        )

    def restore_alert(
        self,
        id: str,
        key: str,
    ) -> None:
        """Take back the dismissal of an alert.
        """
        self._call(
            "DELETE",
            f"/api/v1/datasets/{_part(id)}/alerts/dismissals/{_part(key)}",
            query={},
            body=None,
        )

    def share(
        self,
        id: str,
        *,
        question: dict[str, Any],
        single_values: bool | None = None,
    ) -> Any:
        """A link to one result that anybody can read for 30 days, without the data.

        single_values: Also show single values: points in pictures, rows in tables. Otherwise the link shows figures of groups only.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/shares",
            query={},
            body={"question": question, "single_values": single_values},
        )

    def shares(
        self,
        id: str,
    ) -> Any:
        """The shared results of a dataset.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/shares",
            query={},
            body=None,
        )

    def renew_share(
        self,
        id: str,
        share_id: str,
    ) -> Any:
        """Keep a shared link open for 30 days from now.
        """
        return self._call(
            "POST",
            f"/api/v1/datasets/{_part(id)}/shares/{_part(share_id)}/renew",
            query={},
            body=None,
        )

    def revoke_share(
        self,
        id: str,
        share_id: str,
    ) -> None:
        """End a shared link.
        """
        self._call(
            "DELETE",
            f"/api/v1/datasets/{_part(id)}/shares/{_part(share_id)}",
            query={},
            body=None,
        )

    def report(
        self,
        id: str,
    ) -> Any:
        """The report of a dataset: title, introduction, and the chosen questions with notes.
        """
        return self._call(
            "GET",
            f"/api/v1/datasets/{_part(id)}/report",
            query={},
            body=None,
        )

    def put_report(
        self,
        id: str,
        *,
        items: list[dict[str, Any]],
        revision: int,
        title: str | None = None,
        introduction: str | None = None,
    ) -> Any:
        """Replace the report of a dataset; refused as a conflict where it was changed since the revision that is sent.

        title: Empty: named after the dataset.

        items: The results, in the order of the report.

        revision: As it was read: the report is replaced only where nobody changed it meanwhile.
        """
        return self._call(
            "PUT",
            f"/api/v1/datasets/{_part(id)}/report",
            query={},
            body={"title": title, "introduction": introduction, "items": items, "revision": revision},
        )

    def usage_get(
        self,
    ) -> Any:
        """Datasets and API queries used, and the limits.
        """
        return self._call(
            "GET",
            f"/api/freemium/usage",
            query={},
            body=None,
        )


def _multipart(boundary: str, file: str | os.PathLike[str]) -> bytes:
    name = os.path.basename(os.fspath(file)).replace('"', "%22").replace("\r", "").replace("\n", "")
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    )
    with open(file, "rb") as opened:
        return b"".join([head.encode(), opened.read(), f"\r\n--{boundary}--\r\n".encode()])
