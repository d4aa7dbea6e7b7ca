import type { BodyOf, DataOf } from '../../../contract/endpoint.ts';
import type {
  getRecall,
  listRecallable,
  listRecallPeople,
  openRecall,
  Recall,
  RecallPerson,
  sendRecall,
} from '../../../contract/recalls.ts';
import { fileAt } from '../../archive/index.ts';
import type { Note } from '../../auth/index.ts';
import type { FilesOfVersions } from '../../datasets/index.ts';
import { recallMail, type SiteOf } from '../../mail/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import type { FindHolders, Held, Holders, Target } from './holders.ts';
import type { StopLinks } from './mail-preferences.ts';
import type { RecallableStore } from './recallable.store.ts';
import type { Account, By, RecallFile, RecallsStore, Told } from './recalls.store.ts';

/** Mails written between two yields to the event loop. */
const STEP = 50;

interface Dependencies {
  store: RecallsStore;
  recallable: RecallableStore;
  files: FilesOfVersions;
  findHolders: FindHolders;
  /** Writes the progress of this server's running downloads to their records. */
  flush: () => Promise<void>;
  stopLinks: StopLinks;
  site: SiteOf;
  now: () => number;
}

interface Page {
  pageIndex: number;
  pageSize: number;
}

const pageOf = <T>(all: readonly T[], { pageIndex, pageSize }: Page): T[] =>
  all.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);

const nameOf = ({ first_name, family_name }: Account): string => `${first_name} ${family_name}`;

/** The different bytes of a recall: several paths may have the same. */
function targetsOf(files: readonly Pick<RecallFile, 'sha256' | 'size'>[]): Target[] {
  return [...new Map(files.map(({ sha256, size }) => [sha256, { sha256, size }])).values()];
}

/** Recalls: finding out who holds some files, and telling them (access.md, "Recall"). */
export function recallsService(given: Dependencies) {
  const { store, recallable, files, findHolders, flush, stopLinks, site, now } = given;

  async function existing(id: string) {
    const found = await store.one(id);
    if (!found) throw notFound('This recall');
    return found;
  }

  /** Those who hold the files now. */
  async function holdersNow(recalled: readonly RecallFile[]): Promise<Holders> {
    // What was sent within the last seconds is not in the records yet.
    await flush();
    return findHolders(targetsOf(recalled));
  }

  async function accountsOf(holders: Holders): Promise<{ account: Account; held: Held }[]> {
    const accounts = await store.accounts([...holders.people.keys()]);
    return accounts
      .flatMap((account) => {
        const held = holders.people.get(account.id);
        return held ? [{ account, held, name: nameOf(account) }] : [];
      })
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.account.id < b.account.id ? -1 : 1));
  }

  async function peopleOfDraft(id: string) {
    const holders = await holdersNow(await store.files(id));
    const people = (await accountsOf(holders)).map(
      ({ account, held }): RecallPerson => ({
        id: account.id,
        userId: account.id,
        name: nameOf(account),
        email: account.email,
        whole: held.whole.length,
        partial: held.partial.length,
        mail: null,
        corrected: null,
      }),
    );
    return { people, anonymous: holders.anonymous, unclear: holders.unclear };
  }

  /** Adds whether they have the corrected files of those that they hold. */
  async function withCorrected(
    recalled: readonly RecallFile[],
    people: readonly RecallPerson[],
  ): Promise<RecallPerson[]> {
    const by = new Map<string, Set<string>>();
    for (const { sha256, correctedSha256 } of recalled)
      if (correctedSha256 !== null) by.set(sha256, (by.get(sha256) ?? new Set()).add(correctedSha256));
    const ids = people.flatMap(({ userId }) => (userId === null ? [] : [userId]));
    if (by.size === 0 || ids.length === 0)
      return people.map((one) => ({ ...one, corrected: 'none' as const }));
    await flush();
    const targets = targetsOf(recalled);
    const had = await findHolders(targets, ids);
    const wanted = [...new Set([...by.values()].flatMap((hashes) => [...hashes]))];
    const sizes = await store.sizes(wanted);
    const has = await findHolders(sizes, ids);
    const stateOf = (userId: string): NonNullable<RecallPerson['corrected']> => {
      const { whole = [], partial = [] } = had.people.get(userId) ?? {};
      const own = new Set(
        [...whole, ...partial].flatMap((i) => [...(by.get(targets[i]?.sha256 ?? '') ?? [])]),
      );
      if (own.size === 0) return 'none';
      const got = has.people.get(userId);
      const isOwn = (i: number) => own.has(sizes[i]?.sha256 ?? '');
      const all = got?.whole.filter(isOwn).length ?? 0;
      if (all === own.size) return 'yes';
      return all + (got?.partial.filter(isOwn).length ?? 0) > 0 ? 'partial' : 'no';
    };
    return people.map((one) => ({ ...one, corrected: one.userId === null ? 'none' : stateOf(one.userId) }));
  }

  /** Hashes of the files that stand at the recalled paths in a version, where they are other ones. */
  async function correctedFiles(
    recalled: readonly RecallFile[],
    version: string | null,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    if (version === null) return found;
    const wrong = new Set(recalled.map(({ sha256 }) => sha256));
    const paths = new Set(recalled.map(({ path }) => path));
    const { list } = await files.of(version);
    for (let i = 0; i < list.count; i++) {
      const { name, sha256, size } = fileAt(list, i);
      if (size > 0 && paths.has(name) && !wrong.has(sha256)) found.set(name, sha256);
    }
    return found;
  }

  return {
    async recallable(
      id: string,
      { keyword, ...page }: Page & { keyword: string },
    ): Promise<DataOf<typeof listRecallable>> {
      if (!(await recallable.version(id))) throw notFound('This dataset');
      const wanted = keyword.trim().toLowerCase();
      const all = (await recallable.files(id)).filter(({ path }) => path.toLowerCase().includes(wanted));
      return { list: pageOf(all, page), count: all.length, ...page };
    },

    /** @throws AppError 404; 400 for a file that the version never had, 409 without any */
    async open(
      id: string,
      wanted: BodyOf<typeof openRecall>,
      by: By,
      note: (subject: string) => Note<string>,
    ): Promise<string> {
      const version = await recallable.version(id);
      if (!version) throw notFound('This dataset');
      const all = await recallable.files(id);
      if (all.length === 0) throw conflict('This version never had a file that could be recalled.');
      const known = new Map(all.map((file) => [`${file.sha256} ${file.path}`, file]));
      const chosen =
        'whole' in wanted
          ? all
          : wanted.files.map(({ path, sha256 }, i) => {
              const file = known.get(`${sha256} ${path}`);
              if (!file) throw invalid(`files.${i}`, 'This version never had this file.');
              return file;
            });
      const once = [...new Map(chosen.map((file) => [`${file.sha256} ${file.path}`, file])).values()];
      return store.open(version, { whole: 'whole' in wanted, files: once }, by, now(), (trx, made) =>
        note(`${version.name} ${version.version}`)(trx, made),
      );
    },

    async one(id: string): Promise<DataOf<typeof getRecall>> {
      const { anonymous: _, unclear: __, ...found } = await existing(id);
      const version = await recallable.version(found.datasetId);
      const versions = version ? await recallable.versions(version.lineage_id) : [];
      return {
        ...found,
        files: (await store.files(id, 'shown')).map(({ path, sha256, size }) => ({ path, sha256, size })),
        versions: versions.map((one) => ({
          id: one.id,
          version: one.version,
          published: one.status === 'published',
        })),
      };
    },

    async people(id: string, page: Page): Promise<DataOf<typeof listRecallPeople>> {
      const found = await existing(id);
      if (found.status === 'draft') {
        const { people, ...rest } = await peopleOfDraft(id);
        return { list: pageOf(people, page), count: people.length, ...page, ...rest };
      }
      const { list, ...rest } = await store.people(id, page);
      const { anonymous, unclear } = found;
      return { list: await withCorrected(await store.files(id), list), ...rest, anonymous, unclear };
    },

    /** All of them, for the export. */
    async allPeople(id: string): Promise<{ recall: Recall; people: RecallPerson[] }> {
      const { anonymous: _, unclear: __, ...found } = await existing(id);
      if (found.status === 'draft') return { recall: found, people: (await peopleOfDraft(id)).people };
      return { recall: found, people: await withCorrected(await store.files(id), await store.allPeople(id)) };
    },

    /** @throws AppError 404, 409 when it was sent already, 400 for a version of another dataset */
    async send(
      id: string,
      { kind, what, reason, correctedIn }: BodyOf<typeof sendRecall>,
      note: (recall: Recall, done: DataOf<typeof sendRecall>) => Note<void>,
    ): Promise<DataOf<typeof sendRecall>> {
      const found = await existing(id);
      if (found.status === 'sent') throw conflict('This recall was sent already.');
      const version = await recallable.version(found.datasetId);
      if (!version) throw notFound('This dataset');
      const versions = await recallable.versions(version.lineage_id);
      if (correctedIn !== null && !versions.some((one) => one.id === correctedIn))
        throw invalid('correctedIn', 'Choose a version of this dataset.');
      const recalled = await store.files(id);
      const targets = targetsOf(recalled);
      const paths = Map.groupBy(recalled, ({ sha256 }) => sha256);
      const corrected = await correctedFiles(recalled, kind === 'withdrawn' ? null : correctedIn);
      const holders = await holdersNow(recalled);
      const from = await site();
      const page = `${from.publicUrl}/datasetDetail/${encodeURIComponent(found.datasetId)}`;
      const namesOf = (indexes: readonly number[], partial: boolean) =>
        indexes.flatMap((i) =>
          (paths.get(targets[i]?.sha256 ?? '') ?? []).map(({ path }) => ({ path, partial })),
        );
      const told: Told[] = [];
      for (const { account, held } of await accountsOf(holders)) {
        const about = {
          ...{ kind, what, reason, page },
          dataset: `${version.name} ${version.version}`,
          files: [...namesOf(held.whole, false), ...namesOf(held.partial, true)],
          stop: stopLinks.linkFor(from.publicUrl, account.id),
        };
        const to = { email: account.email, firstName: account.first_name };
        const declined = account.recalls_declined_at !== null && kind !== 'withdrawn';
        const language = account.language === 'zh-CN' ? 'zh-CN' : 'en';
        told.push({
          userId: account.id,
          name: nameOf(account),
          email: account.email,
          whole: held.whole.length,
          partial: held.partial.length,
          mail: declined ? undefined : recallMail(from, to, language, about),
        });
        if (told.length % STEP === 0) await new Promise(setImmediate);
      }
      const done = { people: told.length, mails: told.filter(({ mail }) => mail).length };
      const { anonymous, unclear } = holders;
      await store.send(
        found,
        { kind, what, reason, correctedIn, corrected, told, anonymous, unclear },
        now(),
        note(found, done),
      );
      return done;
    },
  };
}

export type RecallsService = ReturnType<typeof recallsService>;
