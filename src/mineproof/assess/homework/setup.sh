#!/usr/bin/env bash
# Gradescope runs this once, to build the image. Put a wheel of mineproof beside it, made with
#     pip wheel --no-deps --wheel-dir . PATH/TO/mineproof
# on the same kind of system. It needs Python 3.11 or newer: choose an image of Ubuntu 24.04.
set -euo pipefail
apt-get update
apt-get install -y python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install /autograder/source/mineproof-*.whl
