"""Runs roc-validator on detached crates, or on folders with one; the context comes from beside this file, not from the network.

Arguments: crates and folders. The last line that it prints is a list of the validator's reports, as JSON.
"""
import io
import json
import sys
import tempfile
import urllib.request
from email.message import Message
from pathlib import Path
from urllib.response import addinfourl

import requests
from rocrate_validator.cli.main import cli

CONTEXT = (Path(__file__).parent / 'ro-crate-1.2' / 'context.jsonld').read_bytes()


class Local(urllib.request.BaseHandler):
    def https_open(self, request):
        if not request.full_url.startswith('https://w3id.org/ro/crate/1.2/context'):
            return None
        headers = Message()
        headers['Content-Type'] = 'application/ld+json'
        answer = addinfourl(io.BytesIO(CONTEXT), headers, request.full_url, 200)
        answer.msg = 'OK'
        return answer

    handler_order = 100


ask = requests.Session.request


def local_request(self, method, url, *args, **rest):
    if not url.startswith('https://w3id.org/ro/crate/1.2/context'):
        return ask(self, method, url, *args, **rest)
    answer = requests.Response()
    answer.status_code = 200
    answer.url = url
    answer.headers['Content-Type'] = 'application/ld+json'
    answer.raw = io.BytesIO(CONTEXT)
    return answer


requests.Session.request = local_request
urllib.request.install_opener(urllib.request.build_opener(Local()))


def judged(crate):
    how = ['--packaging-mode', 'attached'] if Path(crate).is_dir() else [
        '--metadata-only', '--skip-availability-check', '--packaging-mode', 'detached',
    ]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / 'report.json'
        try:
            cli([
                '--no-interactive', '-y', 'validate', *how, '-p', 'ro-crate-1.2', '-l', 'required', '--no-paging',
                '-f', 'json', '-o', str(report), crate,
            ])
        except SystemExit:
            pass
        return json.loads(report.read_text())


print('\n' + json.dumps([judged(crate) for crate in sys.argv[1:]]))
