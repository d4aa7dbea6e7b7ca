/**
 * What RFC 9110 says about one representation with a strong ETag and no date, written from its grammar by a reader of
 * characters: it shares no code and no regular expression with server/http/range.ts.
 */
export interface ModelRequest {
  method: string;
  headers: Record<string, string>;
}

export interface ModelAnswer {
  status: 200 | 206 | 304 | 412 | 416;
  /** Of a 206: inclusive at both ends, as Content-Range has it. */
  range?: [first: number, last: number];
}

const isOws = (char: string | undefined) => char === ' ' || char === '\t';
const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9';
/** etagc = %x21 / %x23-7E / obs-text (§8.8.3). */
const isEtagc = (char: string) => {
  const code = char.charCodeAt(0);
  return code === 0x21 || (code >= 0x23 && code <= 0x7e) || code >= 0x80;
};

/**
 * §5.6.1.2: [ element ] *( OWS "," OWS [ element ] ).
 * @param element reads one at a position and gives what it found and where it ends, or null when none stands there
 */
function listOf<T>(text: string, element: (at: number) => [T, number] | null): T[] | null {
  const found: T[] = [];
  let at = 0;
  const one = () => {
    const read = element(at);
    if (!read) return;
    found.push(read[0]);
    at = read[1];
  };
  one();
  while (at < text.length) {
    while (isOws(text[at])) at++;
    if (text[at] !== ',') return null;
    at++;
    while (isOws(text[at])) at++;
    one();
  }
  return found;
}

interface Tag {
  weak: boolean;
  opaque: string;
}

/** entity-tag = [ %s"W/" ] DQUOTE *etagc DQUOTE */
function tagAt(text: string, start: number): [Tag, number] | null {
  const weak = text.startsWith('W/', start);
  let at = weak ? start + 2 : start;
  if (text[at] !== '"') return null;
  const from = ++at;
  while (at < text.length && isEtagc(text[at] ?? '')) at++;
  if (text[at] !== '"') return null;
  return [{ weak, opaque: text.slice(from, at) }, at + 1];
}

type Spec = { first: bigint; last: bigint | null } | { suffix: bigint };

/** int-range = first-pos "-" [ last-pos ], suffix-range = "-" suffix-length (§14.1.1). */
function specAt(text: string, start: number): [Spec, number] | null {
  let at = start;
  const digits = () => {
    const from = at;
    while (isDigit(text[at])) at++;
    return text.slice(from, at);
  };
  const first = digits();
  if (text[at] !== '-') return null;
  at++;
  const last = digits();
  if (first === '' && last === '') return null;
  if (first === '') return [{ suffix: BigInt(last) }, at];
  return [{ first: BigInt(first), last: last === '' ? null : BigInt(last) }, at];
}

/** The one satisfiable range, 'none' when it is not satisfiable, 'ignored' for several, other or invalid ones. */
function rangeOf(header: string, size: number): [number, number] | 'none' | 'ignored' {
  const equals = header.indexOf('=');
  if (equals < 0 || header.slice(0, equals).toLowerCase() !== 'bytes') return 'ignored';
  const set = header.slice(equals + 1);
  const specs = listOf(set, (at) => specAt(set, at));
  const [spec] = specs ?? [];
  if (!spec || specs?.length !== 1) return 'ignored';
  const end = BigInt(size);
  if ('suffix' in spec) {
    if (spec.suffix === 0n) return 'none';
    // Satisfiable, and no Content-Range can say so: the whole.
    if (size === 0) return 'ignored';
    return [spec.suffix >= end ? 0 : Number(end - spec.suffix), size - 1];
  }
  if (spec.last !== null && spec.last < spec.first) return 'ignored';
  if (spec.first >= end) return 'none';
  return [Number(spec.first), spec.last === null || spec.last >= end ? size - 1 : Number(spec.last)];
}

/** §13.2.2: the order of the conditions. @param etag without quotes, strong */
export function model({ method, headers }: ModelRequest, etag: string, size: number): ModelAnswer {
  const tags = (header: string) => listOf(header, (at) => tagAt(header, at)) ?? [];
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && ifMatch !== '*') {
    if (!tags(ifMatch).some((tag) => !tag.weak && tag.opaque === etag)) return { status: 412 };
  }
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === '*' || tags(ifNoneMatch).some((tag) => tag.opaque === etag)) return { status: 304 };
  }
  const { range, 'if-range': ifRange } = headers;
  if (method !== 'GET' || range === undefined) return { status: 200 };
  if (ifRange !== undefined) {
    const read = tagAt(ifRange, 0);
    const same = read && read[1] === ifRange.length && !read[0].weak && read[0].opaque === etag;
    if (!same) return { status: 200 };
  }
  const wanted = rangeOf(range, size);
  if (wanted === 'ignored') return { status: 200 };
  return wanted === 'none' ? { status: 416 } : { status: 206, range: wanted };
}
