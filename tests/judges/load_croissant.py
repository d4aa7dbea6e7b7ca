"""Loads records by the reference implementation; prints them as JSON, bytes as text. Arguments: the address of a
Croissant, the `@id` of a RecordSet. Credentials come from CROISSANT_BASIC_AUTH_USERNAME and _PASSWORD."""
import json
import sys

import mlcroissant

dataset = mlcroissant.Dataset(jsonld=sys.argv[1])
print(json.dumps(
    [dict(record) for record in dataset.records(sys.argv[2])],
    default=lambda value: value.decode() if isinstance(value, bytes) else value.item(),
))
