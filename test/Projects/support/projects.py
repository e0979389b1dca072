#!/usr/bin/env python3
"""Takes projects that nobody here wrote through every command, as they are after `npm install`.

Each project is copied by hard links, its manifest gets the allowances that its own code asks for (hosts, environment
names), and nothing else is changed. Prints one Markdown row a project.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

COLUMNS = ("extract", "validate", "package", "verify", "run")


class Agentc:
    def __init__(self, program, seconds):
        self.program, self.seconds = program, seconds

    def __call__(self, *arguments):
        """The exit code, both outputs and the seconds of a command; exit code None where it took too long."""
        begin = time.monotonic()
        try:
            done = subprocess.run([self.program, *arguments], capture_output=True, text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, timeout=self.seconds)
            return done.returncode, done.stdout, done.stderr, time.monotonic() - begin
        except subprocess.TimeoutExpired:
            return None, "", "", self.seconds


def read_json(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def sample(schema, depth=0):
    """A small value that a JSON Schema accepts, for schemas as tools have them."""
    if not isinstance(schema, dict) or depth > 6:
        return {}
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if schema.get("examples"):
        return schema["examples"][0]
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if schema.get(key):
            return sample(schema[key][0], depth + 1)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if kind == "object" or "properties" in schema:
        properties = schema.get("properties", {})
        return {name: sample(properties.get(name, {}), depth + 1) for name in schema.get("required", [])}
    if kind == "array":
        return [sample(schema.get("items", {}), depth + 1) for _ in range(schema.get("minItems", 0))]
    if kind in ("number", "integer"):
        return max(1, schema.get("minimum", 1))
    if kind == "boolean":
        return True
    if kind == "null":
        return None
    formats = {"uri": "https://example.com/", "email": "a@example.com", "date-time": "2026-01-01T00:00:00Z",
               "date": "2026-01-01", "uuid": "123e4567-e89b-12d3-a456-426614174000"}
    return formats.get(schema.get("format"), "text".ljust(schema.get("minLength", 0), "x"))


def asked_for(report):
    """The hosts and environment names that findings say the manifest does not allow."""
    hosts, names = set(), set()
    for bundle in report.get("bundles", []):
        for finding in bundle.get("diagnostics", []):
            texts = re.findall(r"`([^`]+)`", finding.get("message", ""))
            if finding.get("rule") == "undeclared-env":
                names |= {text for text in texts if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text) and
                          text != "allowedEnv"}
            elif finding.get("rule") == "undeclared-host":
                hosts |= {text for text in texts if re.fullmatch(r"[\w-]+(\.[\w-]+)+(:\d+)?", text)}
    return hosts, names


def with_allowances(agentc, folder):
    """Writes what the code asks for into the manifest, as its author would."""
    path = folder / "package.json"
    manifest = json.loads(path.read_text())
    _, out, _, _ = agentc("validate", "--each-place", "--no-load-test", "--format=json", str(folder))
    hosts, names = asked_for(read_json(out))
    settings = manifest.setdefault("agentc", {})
    settings["allowedHosts"] = sorted(hosts | set(settings.get("allowedHosts", [])))
    settings["allowedEnv"] = sorted(names | set(settings.get("allowedEnv", [])))
    path.unlink()
    path.write_text(json.dumps(manifest, indent=2))


def errors_of(report):
    rules = collections.Counter()
    for bundle in report.get("bundles", []):
        for finding in bundle.get("diagnostics", []):
            if finding.get("severity") == "error" and not finding.get("waived"):
                rules[finding["rule"]] += 1
    return rules


def try_run(agentc, package, tools):
    """The best outcome of calling up to three tools: a call that ends by the tool's own word has run."""
    ran = ("ok", "threw", "denied")
    best = "no tool"
    for tool in tools[:3]:
        schema = (tool.get("parameters") or {}).get("value") or {}
        _, out, err, _ = agentc("run", str(package), "--tool", tool["name"]["value"], "--input",
                                json.dumps(sample(schema)), "--format=json")
        report = read_json(out)
        outcome = report.get("outcome") or (err.strip().splitlines() or ["nothing"])[0][:120]
        error = (report.get("error") or {}).get("message", "")
        if outcome in ran:
            return outcome, error
        best = outcome + (": " + error if error else "")
    return None, best


def follow(agentc, folder, work):
    row = {name: "" for name in COLUMNS}
    code, out, err, seconds = agentc("extract-config", str(folder))
    config = read_json(out)
    tools = [tool for tool in config.get("tools", []) if (tool.get("name") or {}).get("value")]
    row["tools"], row["agents"] = len(config.get("tools", [])), len(config.get("agents", []))
    row["unresolved"], row["seconds"] = len(config.get("unresolved", [])), seconds
    row["extract"] = "yes" if code == 0 and (row["tools"] or row["agents"]) else "no"
    if code is None:
        row["why"] = "extract-config took too long"
        return row
    with_allowances(agentc, folder)
    code, out, err, _ = agentc("validate", "--format=json", "--fail-on=error", str(folder))
    errors = errors_of(read_json(out))
    row["validate"] = "yes" if code == 0 else "no"
    if code != 0:
        row["why"] = ", ".join(f"{rule} {count}" for rule, count in errors.most_common(6)) or err.strip()[-200:]
    package = work / "package.zip"
    agentc("approve", str(folder), "--yes", "--reason", "trial", "--who", "trial")
    waivers = folder / "agentc.waivers.json"
    code, out, err, _ = agentc("package", str(folder), "-o", str(package), "--force",
                               *(["--waivers", str(waivers)] if waivers.exists() else []))
    row["package"] = "yes" if package.exists() else "no"
    if not package.exists():
        row.setdefault("why", (err or out).strip()[-200:])
        return row
    row["size"] = package.stat().st_size
    code, out, err, _ = agentc("verify", str(package))
    row["verify"] = "yes" if code == 0 else "no"
    outcome, error = try_run(agentc, package, tools)
    row["run"] = outcome or "no"
    if error:
        row.setdefault("why", error[:200])
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agentc", required=True)
    parser.add_argument("--seconds", type=int, default=120, help="for one command")
    parser.add_argument("--json", help="write all rows here too")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    agentc = Agentc(options.agentc, options.seconds)
    print("| project | tools | agents | unresolved | " + " | ".join(COLUMNS) + " | why not |")
    print("|---" * (5 + len(COLUMNS)) + "|")
    rows = []
    for folder in options.folders:
        with tempfile.TemporaryDirectory(dir=folder.resolve().parent) as work:
            copy = pathlib.Path(work) / folder.name
            shutil.copytree(folder, copy, symlinks=True, copy_function=os.link)
            row = follow(agentc, copy, pathlib.Path(work))
        row["project"] = folder.name
        rows.append(row)
        cells = [row["project"], row["tools"], row["agents"], row["unresolved"], *(row[name] for name in COLUMNS),
                 row.get("why", "").replace("|", "/").replace("\n", " ")]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
