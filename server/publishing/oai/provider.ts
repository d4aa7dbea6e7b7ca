import { element, type Xml } from '../../shared/xml-element.ts';
import type { Described } from '../describe.ts';
import type { DescribedList, Record as Version } from '../described-list.ts';
import {
  type OaiArguments,
  OaiError,
  type Period,
  type Prefix,
  prefixes,
  type Resumption,
  readArguments,
  readPeriod,
  readPrefix,
  readToken,
  tokenOf,
} from './arguments.ts';
import { oaiFormats } from './formats.ts';

/** Records of one answer. */
const PAGE = 100;

const second = (time: string): string => `${time.slice(0, 19)}Z`;

interface Dependencies {
  list: DescribedList;
  /** The portal's address; its host is in the identifiers. */
  publicUrl: string;
  /** The portal's name. */
  name: () => Promise<string>;
  /** Of who answers for it, an e-mail address. */
  contact: string;
  now: () => number;
}

/** OAI-PMH 2.0 over all versions; withdrawn ones are deleted records. Lists are in the order of the last change. */
export function oaiProvider({ list, publicUrl, name, contact, now }: Dependencies) {
  const base = `${publicUrl}/oai`;
  const scheme = `oai:${new URL(publicUrl).hostname}:`;

  const header = ({ id, changedAt, dataset }: Version): string =>
    element('header', [element('identifier', scheme + id), element('datestamp', second(changedAt))], {
      status: dataset ? undefined : 'deleted',
    });

  /** @param described undefined: withdrawn */
  const record = (version: Version, described: Described | undefined, prefix: Prefix): string =>
    element('record', [
      header(version),
      described && element('metadata', [oaiFormats[prefix].make(described)]),
    ]);

  async function recordsOf(versions: readonly Version[], prefix: Prefix): Promise<string[]> {
    const described = new Map((await list.described(versions)).map((one) => [one.id, one]));
    return versions.map((version) => record(version, described.get(version.id), prefix));
  }

  /** @throws OaiError idDoesNotExist */
  async function found(identifier: string): Promise<Version> {
    const versions = await list.records();
    const version = versions.find(({ id }) => scheme + id === identifier);
    if (!version) throw new OaiError('idDoesNotExist', 'There is no record of this identifier.');
    return version;
  }

  async function identify(): Promise<Xml[]> {
    const [first] = await list.records();
    return [
      element('Identify', [
        element('repositoryName', await name()),
        element('baseURL', base),
        element('protocolVersion', '2.0'),
        element('adminEmail', contact),
        element('earliestDatestamp', second(first?.changedAt ?? new Date(0).toISOString())),
        // What is put in the trash leaves without a trace.
        element('deletedRecord', 'transient'),
        element('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
      ]),
    ];
  }

  async function metadataFormats({ identifier }: OaiArguments): Promise<Xml[]> {
    if (identifier !== undefined) await found(identifier);
    const formats = prefixes.map((metadataPrefix) => {
      const { schema, namespace } = oaiFormats[metadataPrefix];
      return element('metadataFormat', [
        element('metadataPrefix', metadataPrefix),
        element('schema', schema),
        element('metadataNamespace', namespace),
      ]);
    });
    return [element('ListMetadataFormats', formats)];
  }

  function begin(given: OaiArguments): Omit<Resumption, 'after'> & { after?: Resumption['after'] } {
    if (given.resumptionToken !== undefined) return readToken(given.resumptionToken);
    if (given.set !== undefined) throw new OaiError('noSetHierarchy', 'There are no sets here.');
    return { prefix: readPrefix(given.metadataPrefix ?? ''), ...readPeriod(given), cursor: 0 };
  }

  const within =
    ({ from, until }: Period) =>
    ({ changedAt }: Version): boolean =>
      (from === '' || second(changedAt) >= from) && (until === '' || second(changedAt) <= until);

  async function listed(given: OaiArguments): Promise<Xml[]> {
    const { prefix, from, until, after, cursor } = begin(given);
    const all = (await list.records()).filter(within({ from, until }));
    const start = after
      ? all.findIndex(
          ({ changedAt, id }) => changedAt > after[0] || (changedAt === after[0] && id > after[1]),
        )
      : 0;
    const page = start === -1 ? [] : all.slice(start, start + PAGE);
    const last = page.at(-1);
    if (!last && !after) throw new OaiError('noRecordsMatch', 'No record was changed in this time.');
    const isMore = last !== undefined && start + page.length < all.length;
    const next = isMore
      ? tokenOf({ prefix, from, until, after: [last.changedAt, last.id], cursor: cursor + page.length })
      : '';
    const { verb = '' } = given;
    const records = verb === 'ListRecords' ? await recordsOf(page, prefix) : page.map(header);
    // The last part of a list in parts ends with an empty token.
    const resumption = element('resumptionToken', next, {
      completeListSize: String(all.length),
      cursor: String(cursor),
    });
    return [element(verb, [...records, isMore || after ? resumption : undefined])];
  }

  const answers: Record<string, (given: OaiArguments) => Promise<Xml[]>> = {
    Identify: identify,
    ListMetadataFormats: metadataFormats,
    async ListSets() {
      throw new OaiError('noSetHierarchy', 'There are no sets here.');
    },
    ListIdentifiers: listed,
    ListRecords: listed,
    async GetRecord({ identifier = '', metadataPrefix = '' }) {
      const prefix = readPrefix(metadataPrefix);
      const version = await found(identifier);
      return [element('GetRecord', await recordsOf([version], prefix))];
    },
  };

  function response(request: OaiArguments, content: readonly Xml[]): string {
    const namespace = 'http://www.openarchives.org/OAI/2.0/';
    const root = element(
      'OAI-PMH',
      [
        element('responseDate', second(new Date(now()).toISOString())),
        element('request', base, request),
        ...content,
      ],
      {
        xmlns: namespace,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${namespace} http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd`,
      },
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
  }

  /** @returns the XML of the answer, the protocol's errors included */
  return async (given: URLSearchParams): Promise<string> => {
    let read: OaiArguments = {};
    try {
      const all = readArguments(given);
      const content = (await answers[all.verb ?? '']?.(all)) ?? [];
      read = all;
      return response(read, content);
    } catch (error) {
      if (!(error instanceof OaiError)) throw error;
      // With badVerb and badArgument, the request is told without its arguments.
      const said = ['badVerb', 'badArgument'].includes(error.code) ? {} : Object.fromEntries(given);
      return response(said, [element('error', error.message, { code: error.code })]);
    }
  };
}
