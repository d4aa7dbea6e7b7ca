/** A literal with a datatype, or a reference, as JSON-LD has them. */
export type Value = string | { '@value': string; '@type': string } | { '@id': string } | RdfNode;
/** A node of compact JSON-LD: terms are prefixed names. */
export interface RdfNode {
  '@id'?: string;
  '@type': string;
  [term: string]: Value | readonly Value[] | undefined;
}

const escapes: Record<string, string> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const hex = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Turtle 1.1 §6.4: STRING_LITERAL_QUOTE. */
const literal = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a literal may hold them, escaped
  `"${text.toWellFormed().replace(/[\\"\u0000-\u001f\u007f]/g, (char) => escapes[char] ?? hex(char))}"`;

/** IRIREF; what it may not hold is percent-encoded. */
const iri = (address: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an IRI forbids
  `<${address.toWellFormed().replace(/[\u0000-\u0020<>"{}|^`\\]/g, encodeURIComponent)}>`;

/** A type or datatype: an address, or a prefixed name. */
const name = (term: string): string => (/^https?:/.test(term) ? iri(term) : term);

function written(value: Value): string {
  if (typeof value === 'string') return literal(value);
  if ('@value' in value) return `${literal(String(value['@value']))}^^${name(String(value['@type']))}`;
  if (!('@type' in value)) return iri(String(value['@id']));
  return `[ ${predicates(value as RdfNode)} ]`;
}

function predicates(node: RdfNode): string {
  const said = Object.entries(node).flatMap(([term, value]) => {
    if (value === undefined || term === '@id' || term === '@type') return [];
    const values = (Array.isArray(value) ? value : [value]) as Value[];
    return values.length === 0 ? [] : [`${term} ${values.map(written).join(', ')}`];
  });
  return [`a ${name(node['@type'])}`, ...said].join(' ;\n  ');
}

/** A node with an address, as Turtle. Nodes within it have none: they are written in brackets. */
export const turtle = (node: RdfNode): string => `${iri(node['@id'] ?? '')} ${predicates(node)} .\n`;

export const turtlePrefixes = (prefixes: Record<string, string>): string =>
  Object.entries(prefixes)
    .map(([prefix, address]) => `@prefix ${prefix}: ${iri(address)} .\n`)
    .join('');
