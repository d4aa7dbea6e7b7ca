#!/usr/bin/env bash
# Installs the programs of requirements.txt for the guards, once for each state of that file.
set -euo pipefail
cd "$(dirname "$0")"
to="${XDG_CACHE_HOME:-$HOME/.cache}/vitrine/judges"
wanted=$(sha256sum < requirements.txt)
if [ "$(cat "$to/installed" 2>/dev/null)" != "$wanted" ]; then
  python3 -m venv --clear "$to"
  "$to/bin/pip" install --quiet --no-compile --disable-pip-version-check -r requirements.txt
  echo "$wanted" > "$to/installed"
fi
