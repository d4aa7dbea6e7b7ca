"""Validates Croissant by the reference implementation; prints warnings and files as JSON. Argument: its address."""
import json
import sys

import mlcroissant

dataset = mlcroissant.Dataset(jsonld=sys.argv[1])
print(json.dumps({
    'warnings': sorted(dataset.metadata.ctx.issues.warnings),
    'files': [
        {'name': one.name, 'sha256': getattr(one, 'sha256', None)}
        for one in dataset.metadata.distribution
    ],
}))
