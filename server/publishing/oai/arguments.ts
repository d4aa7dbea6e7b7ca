/** The protocol's errors, which travel as HTTP 200 (https://www.openarchives.org/OAI/openarchivesprotocol.html#ErrorConditions). */
export type OaiCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'
  | 'noSetHierarchy';

export class OaiError extends Error {
  readonly code: OaiCode;
  constructor(code: OaiCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const prefixes = ['oai_dc', 'oai_datacite'] as const;
export type Prefix = (typeof prefixes)[number];

/** What each verb takes besides: `required` ones, others, or a token alone. */
const verbs: Record<string, { required: string[]; others: string[]; token: boolean }> = {
  Identify: { required: [], others: [], token: false },
  ListMetadataFormats: { required: [], others: ['identifier'], token: false },
  ListSets: { required: [], others: [], token: true },
  ListIdentifiers: { required: ['metadataPrefix'], others: ['from', 'until', 'set'], token: true },
  ListRecords: { required: ['metadataPrefix'], others: ['from', 'until', 'set'], token: true },
  GetRecord: { required: ['identifier', 'metadataPrefix'], others: [], token: false },
};

export type OaiArguments = Record<string, string>;

/**
 * @param given of a query or a form
 * @throws OaiError badVerb, badArgument
 */
export function readArguments(given: URLSearchParams): OaiArguments {
  const [verb = '', ...more] = given.getAll('verb');
  const rule = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!rule || more.length > 0)
    throw new OaiError('badVerb', 'The verb is missing, repeated, or not one of OAI-PMH 2.0.');
  const names = [...given.keys()].filter((name) => name !== 'verb');
  const read = Object.fromEntries(given);
  if (rule.token && 'resumptionToken' in read) {
    if (names.length > 1) throw new OaiError('badArgument', 'resumptionToken goes with no other argument.');
    return read;
  }
  const unknown = names.find((name) => ![...rule.required, ...rule.others].includes(name));
  if (unknown !== undefined) throw new OaiError('badArgument', `${verb} takes no ${unknown}.`);
  // After the unknown ones: a body may hold thousands of names, and only the few that are known may come to this.
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new OaiError('badArgument', `${twice} is repeated.`);
  const missing = rule.required.find((name) => !(name in read));
  if (missing !== undefined) throw new OaiError('badArgument', `${verb} needs ${missing}.`);
  return read;
}

/** @throws OaiError cannotDisseminateFormat */
export function readPrefix(prefix: string): Prefix {
  const known = prefixes.find((one) => one === prefix);
  if (!known) throw new OaiError('cannotDisseminateFormat', `The formats are ${prefixes.join(' and ')}.`);
  return known;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isSecond = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text);
const isTime = (text: string): boolean =>
  (isDay(text) || isSecond(text)) &&
  // A day that a month has not would roll over to the next.
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text.slice(0, 10));

/** Both in seconds of UTC, and inclusive; '' where absent. */
export interface Period {
  from: string;
  until: string;
}

/** @throws OaiError badArgument */
export function readPeriod({ from = '', until = '' }: OaiArguments): Period {
  for (const time of [from, until])
    if (time !== '' && !isTime(time))
      throw new OaiError('badArgument', 'A date is YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.');
  if (from !== '' && until !== '' && from.length !== until.length)
    throw new OaiError('badArgument', 'from and until must be of one granularity.');
  const period = {
    from: isDay(from) ? `${from}T00:00:00Z` : from,
    until: isDay(until) ? `${until}T23:59:59Z` : until,
  };
  if (period.from !== '' && period.until !== '' && period.from > period.until)
    throw new OaiError('badArgument', 'from is after until.');
  return period;
}

/** Where a list goes on: everything it needs, since the server keeps nothing. */
export interface Resumption extends Period {
  prefix: Prefix;
  /** Change and id of the last record sent. */
  after: [changedAt: string, id: string];
  /** Records sent before. */
  cursor: number;
}

export const tokenOf = ({ prefix, from, until, after, cursor }: Resumption): string =>
  Buffer.from(JSON.stringify([prefix, from, until, ...after, cursor])).toString('base64url');

/** @throws OaiError badResumptionToken */
export function readToken(token: string): Resumption {
  try {
    const read: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (!Array.isArray(read) || read.length !== 6) throw new Error('six parts');
    const [prefix, from, until, changedAt, id, cursor] = read;
    if (![from, until, changedAt, id].every((part) => typeof part === 'string')) throw new Error('texts');
    if (!Number.isSafeInteger(cursor) || cursor < 0) throw new Error('a number');
    return { prefix: readPrefix(prefix), ...readPeriod({ from, until }), after: [changedAt, id], cursor };
  } catch {
    throw new OaiError('badResumptionToken', 'This resumption token is none of ours. Begin the list anew.');
  }
}
