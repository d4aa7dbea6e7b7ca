"""Validates Croissant by the reference implementation; prints warnings and files as JSON. Arguments: addresses."""
import json
import sys

import mlcroissant



def judged(address):
    dataset = mlcroissant.Dataset(jsonld=address)
    return {
        'warnings': sorted(dataset.metadata.ctx.issues.warnings),
        'files': [
            {'name': one.name, 'sha256': getattr(one, 'sha256', None)}
            for one in dataset.metadata.distribution
        ],
    }


print(json.dumps([judged(address) for address in sys.argv[1:]]))
