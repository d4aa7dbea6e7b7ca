"""Harvests every record by Sickle, twice. Argument: the address of the provider. Prints what it got as JSON."""
import hashlib
import json
import sys
from pathlib import Path

from lxml import etree
from sickle import Sickle

sickle = Sickle(sys.argv[1])
sickle.Identify()
assert {one.metadataPrefix for one in sickle.ListMetadataFormats()} == {'oai_dc', 'oai_datacite'}


def harvest(prefix):
    return [
        (one.header.identifier, one.header.datestamp, one.deleted, hashlib.sha256(one.raw.encode()).hexdigest())
        for one in sickle.ListRecords(metadataPrefix=prefix)
    ]


def digest(records):
    return hashlib.sha256(json.dumps(records).encode()).hexdigest()


first, second = harvest('oai_dc'), harvest('oai_dc')
headers = [(one.identifier, one.datestamp) for one in sickle.ListIdentifiers(metadataPrefix='oai_datacite')]
assert headers == [one[:2] for one in first]
schema = etree.XMLSchema(file=str(Path(__file__).parent / 'datacite-4.7' / 'metadata.xsd'))
record = next(one for one in sickle.ListRecords(metadataPrefix='oai_datacite') if not one.deleted)
resource = record.xml.find('.//{http://datacite.org/schema/kernel-4}resource')
schema.assertValid(etree.ElementTree(etree.fromstring(etree.tostring(resource))))
print(json.dumps({
    'count': len(first),
    'distinct': len({one[0] for one in first}),
    'deleted': sum(one[2] for one in first),
    'first': digest(first),
    'second': digest(second),
    'datacite': 'valid',
}))
