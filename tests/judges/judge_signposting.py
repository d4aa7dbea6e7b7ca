"""Reads Signposting by the `signposting` package; prints what it found as JSON. Argument: a page's address."""
import json
import sys

from signposting import find_signposting_http, find_signposting_linkset

page = find_signposting_http(sys.argv[1])
[linkset] = page.linksets
listed = find_signposting_linkset(linkset.target)


def told(links):
    return {
        'citeAs': links.citeAs and links.citeAs.target,
        'types': sorted(one.target for one in links.types),
        'authors': sorted(one.target for one in links.authors),
        'license': links.license and links.license.target,
        'describedBy': sorted(one.target for one in links.describedBy),
        'items': sorted(one.target for one in links.items),
    }


print(json.dumps({'page': told(page), 'linkset': told(listed.for_context(sys.argv[1]))}))
