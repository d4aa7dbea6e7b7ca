"""Runs roc-validator on a detached crate, or on a folder with one; the context comes from beside this file, not from the network.

Arguments: the crate, or the folder. Prints the validator's report as JSON.
"""
import io
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
HOW = ['--packaging-mode', 'attached'] if Path(sys.argv[1]).is_dir() else [
    '--metadata-only', '--skip-availability-check', '--packaging-mode', 'detached',
]

urllib.request.install_opener(urllib.request.build_opener(Local()))
with tempfile.TemporaryDirectory() as folder:
    report = Path(folder) / 'report.json'
    try:
        cli([
            '--no-interactive', '-y', 'validate', *HOW, '-p', 'ro-crate-1.2', '-l', 'required', '--no-paging',
            '-f', 'json', '-o', str(report), sys.argv[1],
        ])
    except SystemExit:
        pass
    print(report.read_text())
