"""The reports of a run, for its page on GitHub.     usage: action_summary.py REPORTS < DOCUMENTS

Writes the documents to REPORTS, one a line, the action's outputs to standard output, and the table to standard error.
"""
import json
import sys


def documents(text):
    """Each report: of one file over many lines, of several one a line. A batch's summary is none."""
    decoder, text = json.JSONDecoder(), text.lstrip()
    while text:
        value, end = decoder.raw_decode(text)
        text = text[end:].lstrip()
        if not value["schema"].startswith("meshconv.summary/"):
            yield value


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def row(report):
    lost = [loss["name"] or loss["code"] for loss in report.get("losses", []) if loss["severity"] != "re-encoded"]
    result = report["error"]["message"] if report["error"] else report["status"]
    path = report.get("input", {}).get("path") or ""  # a wrong option has no input
    return f"| {cell(path)} | {cell(result)} | {cell(', '.join(dict.fromkeys(lost)))} |"


def main():
    reports = list(documents(sys.stdin.read()))
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.writelines(json.dumps(report, ensure_ascii=False, separators=(",", ":")) + "\n" for report in reports)
    failed = sum(1 for report in reports if report["error"])
    print(f"report={sys.argv[1]}")
    print(f"converted={len(reports) - failed}")
    print(f"failed={failed}")
    print("\n".join(["| file | result | lost |", "|---|---|---|", *map(row, reports)]), file=sys.stderr)


main()
