"""Judges DataCite metadata: XML by the published schema, JSON by the schema of the `datacite` package.

Arguments: the XML, the JSON. DataCite publishes a JSON schema up to 4.3 only; the package has 4.5.
"""
import json
import sys
from pathlib import Path

from datacite import schema45
from lxml import etree

schema = etree.XMLSchema(file=str(Path(__file__).parent / 'datacite-4.7' / 'metadata.xsd'))
schema.assertValid(etree.parse(sys.argv[1]))
schema45.validator.validate(json.loads(Path(sys.argv[2]).read_text()))
print('valid')
