#!/usr/bin/env bash
# Checks a wheel in fresh virtual environments.   usage: check.sh WHEEL [PYTHON ...]     (default: python3)
#
# For each Python: install, mypy, the tests with the README's snippets and the tutorial's cells. Open3D is tested where pip
# finds it, unless SKIP_OPEN3D is set. auditwheel needs only one of them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
wheel=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- python3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
audited=
for python; do
    "$python" --version
    venv=$folder/$(basename "$(dirname "$(dirname "$(realpath "$(command -v "$python")")")")")
    "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$wheel" pytest mypy numpy trimesh pillow
    # Nothing but the wheel itself was asked for.
    "$venv/bin/python" - <<'END'
import importlib.metadata
wanted = [each for each in importlib.metadata.requires("meshconv") or [] if "extra ==" not in each]
assert wanted == [], wanted
END
    if [ -z "${SKIP_OPEN3D:-}" ]; then
        "$venv/bin/pip" install --quiet --disable-pip-version-check open3d || echo "no Open3D for $("$python" --version)"
    fi
    if [ -z "$audited" ]; then
        "$venv/bin/pip" install --quiet --disable-pip-version-check auditwheel
        "$venv/bin/auditwheel" show "$wheel" | tee "$folder/audit"
        tag=$(basename "$wheel" .whl | sed 's/.*-//')
        # The wheel keeps what its name promises if no tag asks for more.
        tr -d '\n' < "$folder/audit" | grep -q "\"$tag\"" || { echo "auditwheel does not say $tag" >&2; exit 1; }
        audited=yes
    fi
    # From elsewhere, so that what is installed is checked.
    mkdir -p "$folder/work"
    cp "$here/tests/typed.py" "$folder/work"
    (cd "$folder/work" && "$venv/bin/mypy" --strict typed.py && "$venv/bin/mypy" --strict -p meshconv)
    "$venv/bin/python" "$here/make_reports.py" "$venv/bin/meshconv" --check
    (cd "$folder/work" && "$venv/bin/python" -B -m pytest -q -p no:cacheprovider "$here/tests")
done
