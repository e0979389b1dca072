#!/usr/bin/env python3
"""projects.py AGENTC [--only TEXT] [--fetch] [--write PAGE] [--root FOLDER] [FOLDER…]: takes projects that nobody here
wrote through every command, as they are after `npm install`.

Projects are those of ../projects.json, at their commits and versions, below the root, or the folders named. Nothing is
fetched without --fetch, which needs git, npm and a network, and runs none of the packages' scripts. Of each project
only the manifest changes, by `agentc validate --fix`, and is put back.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = ("extract", "validate", "package", "verify", "load", "run")
# A call that ends by the tool's own word has run: without a network and keys most can say no more.
RAN = ("ok", "threw", "denied")
CALLED = 24  # tools that are tried until one has run


class Agentc:
    def __init__(self, program, seconds):
        self.program, self.seconds = program, seconds

    def __call__(self, *arguments, variables=()):
        """The exit code and both outputs of a command; exit code None where it took too long."""
        try:
            done = subprocess.run([self.program, *arguments], capture_output=True, text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, timeout=self.seconds,
                                  env=os.environ | {name: value_of(name) for name in variables})
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            return None, "", f"took longer than {self.seconds} s"


# As long as a secret has to be.
TRIAL = "trial-key"


def value_of(name):
    """What stands for a key or an address where a tool asks its environment."""
    return "https://example.com" if re.search("UR[LI]|ENDPOINT|HOST|ORIGIN", name) else TRIAL


def is_key(name):
    """Whether a variable is one that a person must give; what chooses a mode has its default."""
    return re.search("KEY|TOKEN|SECRET|PASSWORD|_ID$", name) and not re.search("_FILE$|_PATH$", name)


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


def findings(report):
    return [one for bundle in report.get("bundles", []) for one in bundle.get("diagnostics", [])]


def errors_of(report):
    """The rules of the errors, the commonest first, each with what the first one says."""
    counts, first = collections.Counter(), {}
    for one in findings(report):
        if one.get("severity") == "error" and not one.get("waived"):
            counts[one["rule"]] += 1
            first.setdefault(one["rule"], one.get("message", ""))
    return "; ".join(f"`{rule}`" + (f" ({count})" if count > 1 else "") + f": {first[rule][:150]}"
                     for rule, count in counts.most_common(3))


def load_of(report):
    """How loading in the sandbox went, as far as validating came to it."""
    rules = {one["rule"] for one in findings(report)}
    if "load-failed" in rules:
        return "no"
    if any(one.get("severity") == "error" and not one.get("waived") for one in findings(report)):
        return ""
    return "in part" if "load-incomplete" in rules else "yes"


def allowed_variables(folder):
    settings = read_json((folder / "package.json").read_text()).get("agentc", {})
    return [*settings.get("allowedEnv", []), *settings.get("secrets", {})] if isinstance(settings, dict) else []


def try_run(agentc, package, tools, variables):
    """The best outcome of calling a few tools, and what it says."""
    best = "no", "no tool that can be called"
    keys = [name for name in variables if is_key(name)]
    addresses = [name for name in variables if value_of(name) != TRIAL]
    for given in (keys, keys + addresses):
        for tool in tools[:CALLED]:
            schema = (tool.get("parameters") or {}).get("value") or {}
            _, out, err = agentc("run", str(package), "--tool", tool["id"], "--input",
                                 json.dumps(sample(schema)), "--format=json", variables=given)
            report = read_json(out)
            outcome = report.get("outcome") or "no"
            said = (report.get("error") or {}).get("message") or (err.strip().splitlines() or [""])[-1]
            if outcome in RAN:
                return outcome, said
            best = best if best[0] != "no" else (outcome, said)
    return best


def count_definitions(row, config):
    row |= {"tools": len(config.get("tools", [])), "agents": len(config.get("agents", [])),
            "unresolved": len(config.get("unresolved", []))}


def follow(agentc, folder, work, uncallable=""):
    """The row of a project; `uncallable` says why none of its tools can be called, as a person read it."""
    row = {name: "" for name in COLUMNS} | {"why": ""}
    code, out, err = agentc("extract-config", str(folder))
    config = read_json(out)
    count_definitions(row, config)
    row["extract"] = "yes" if code == 0 and (row["tools"] or row["agents"]) else "no"
    if code is None:
        return row | {"why": err}
    code, out, err = agentc("validate", "--fix", "--format=json", "--fail-on=error", str(folder))
    report = read_json(out)
    row["validate"], row["load"] = "yes" if code == 0 else "no", load_of(report)
    if code != 0:
        row["why"] = errors_of(report) or err.strip()[-200:]
        return row
    agentc("approve", str(folder), "--yes", "--reason", "trial", "--who", "trial")
    package = work / "package.zip"
    code, out, err = agentc("package", str(folder), "-o", str(package), "--no-load-test", "--format=json")
    row["package"] = "yes" if package.exists() else "no"
    if not package.exists():
        row["why"] = errors_of(read_json(out)) or (err or out).strip()[-200:]
        return row
    row["size"] = package.stat().st_size
    # what is sealed is what can be called: a repository may hold other programs, and packages hold tools, too
    config = (
        read_json(agentc("inspect", "--format=json", str(package))[1]).get("package", {}).get("configuration", config)
    )
    count_definitions(row, config)
    tools = [tool for tool in config.get("tools", []) if tool.get("execute")]
    tools.sort(key=lambda tool: tool["id"].startswith("unnamed"))  # those whose names are known first
    code, out, err = agentc("verify", str(package), "--format=json")
    row["verify"] = "yes" if code == 0 else "no"
    if code != 0:
        row["why"] = errors_of(read_json(out)) or err.strip()[-200:]
    if not row["tools"] or uncallable:
        row["run"], row["why"] = "–", row["why"] or uncallable  # an agent without tools has nothing that can be called
    elif not tools:
        row["run"], row["why"] = "no", row["why"] or "none of the tools has code that was found"
    else:
        row["run"], said = try_run(agentc, package, tools, allowed_variables(folder))
        row["why"] = row["why"] or said[:200]
    return row


def goes_whole_way(row):
    return all(row[name] in ("yes", "in part", "–", *RAN) for name in COLUMNS)


def follow_in_place(agentc, folder, uncallable=""):
    manifest, waivers = folder / "package.json", folder / "agentc.waivers.json"
    before = manifest.read_bytes()
    begin = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as work:
            row = follow(agentc, folder, pathlib.Path(work), uncallable)
    finally:
        manifest.unlink()  # it may be a hard link
        manifest.write_bytes(before)
        waivers.unlink(missing_ok=True)
    return row | {"seconds": round(time.monotonic() - begin)}


def name_of(project):
    if "package" in project:
        return f"{project['package']} {project['version']}"
    return project["repository"] + ("/" + project["folder"] if project.get("folder") else "")


def folder_of(project, root):
    if "package" in project:
        return root / project["package"].lstrip("@").replace("/", "+")
    return root / project["repository"].replace("/", "+") / project.get("folder", "")


def run(command, folder):
    subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def fetch(project, root):
    """Gets a project at its commit or version, and installs what it depends on without running a script."""
    folder = folder_of(project, root)
    if (folder / ".installed").exists():
        return
    if "package" in project:
        folder.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(["npm", "pack", "--silent", f"{project['package']}@{project['version']}"], cwd=folder,
                                check=True, capture_output=True, text=True).stdout.strip()
        run(["tar", "xzf", packed, "--strip-components=1"], folder)
        (folder / packed).unlink()
    else:
        top = root / project["repository"].replace("/", "+")
        if not top.exists():
            top.mkdir(parents=True)
            run(["git", "init", "-q"], top)
            run(
                ["git", "fetch", "-q", "--depth=1", "https://github.com/" + project["repository"], project["commit"]],
                top,
            )
            run(["git", "checkout", "-q", "FETCH_HEAD"], top)
            shutil.rmtree(top / ".git")
    run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--legacy-peer-deps",
         "--no-package-lock", "--loglevel=error"], folder)
    (folder / ".installed").touch()


def table(rows):
    lines = [
        "| project | kind | tools | agents | " + " | ".join(COLUMNS) + " | |",
        "|---|---|---:|---:" + "|---" * 7 + "|",
    ]
    for row in rows:
        why = re.sub(r"\s+", " ", row["why"]).replace("|", "/")
        if row.get("needs"):
            why = f"needs {row['needs']}" + ("; " + why if why else "")
        cells = [row["project"], row["kind"], row["tools"], row["agents"], *(row[name] for name in COLUMNS), why]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def page_of(rows, absent):
    counted = [row for row in rows if not row.get("needs")]
    whole = sum(map(goes_whole_way, counted))
    return "\n".join(
        [
            "# Projects that nobody here wrote",
            "",
            (
                f"Made by `./dev corpus --projects`: {len(rows)} public projects at the commits and versions of"
                " `test/Projects/projects.json`, as they are after"
            ),
            (
                "`npm install` without scripts. Nothing in them is changed but the manifest, to which `agentc validate"
                " --fix` adds hosts and environment"
            ),
            (
                "variables. Warnings are approved all at once, which is what a person would read. `run` calls a tool of"
                " the package without a network or keys:"
            ),
            (
                "`threw` and `denied` are a tool's own word for that, and count; – is a project without a tool that has"
                " a function."
            ),
            "",
            f"Of {len(counted)} that need no database, browser or child process, **{whole} go the whole way**.",
            "",
            *table(rows),
            "",
            *(["Not tried this time: " + ", ".join(absent) + ".", ""] if absent else []),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agentc")
    parser.add_argument("--seconds", type=int, default=240, help="for one command")
    parser.add_argument("--only", default="", help="projects whose names hold this")
    parser.add_argument("--fetch", action="store_true", help="get what is not there, from GitHub and npm")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("build/projects"))
    parser.add_argument("--write", type=pathlib.Path, help="the page with the table, if all projects are tried")
    parser.add_argument("--json", type=pathlib.Path, help="keeps rows here; a project that has one is not tried again")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    agentc = Agentc(str(pathlib.Path(options.agentc).resolve()), options.seconds)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # puts the manifest back
    projects = [{"kind": "", "at": folder} for folder in options.folders] or json.loads(
        (HERE / "projects.json").read_text()
    )
    known = (
        {row["project"]: row for row in read_json(options.json.read_text())}
        if options.json and options.json.exists()
        else {}
    )
    rows, absent = [], []
    for project in projects:
        name = str(project["at"]) if "at" in project else name_of(project)
        if options.only not in name:
            continue
        folder = project.get("at") or folder_of(project, options.root)
        if options.fetch and "at" not in project:
            fetch(project, options.root)
        if not (folder / "package.json").exists():
            print(f"{name}: is not below {options.root}; --fetch gets it", flush=True)
            absent.append(name)
            continue
        row = known.get(name) or follow_in_place(agentc, folder.resolve(), project.get("uncallable", ""))
        rows.append(row | {"project": name, "kind": project["kind"], "needs": project.get("needs", "")})
        print("\n".join(table(rows[-1:])[2:]), flush=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))
    counted = [row for row in rows if not row["needs"]]
    print(f"{sum(map(goes_whole_way, counted))} of {len(counted)} go the whole way, of those that can")
    if options.write and not options.only and not options.folders:
        options.write.write_text(page_of(rows, absent))


if __name__ == "__main__":
    main()
