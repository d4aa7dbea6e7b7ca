import type { BodyOf } from '../../../contract/endpoint.ts';
import type { addTerms, ChangedLine, OneTerms, TermsRow, updateTerms } from '../../../contract/terms.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
import { isUsed, type SetsStore, type StoredSet } from './sets.store.ts';
import { changedLines } from './signing.service.ts';

interface Dependencies {
  store: SetsStore;
  htmlOf: (text: string) => Promise<string>;
  now: () => number;
}

/** Sets of terms (access.md, "Terms as evidence"): once in use, a change is a new version. */
export function termsService({ store, htmlOf, now }: Dependencies) {
  const present = async (set: StoredSet): Promise<OneTerms> => ({
    id: set.id,
    used: isUsed(set),
    datasets: set.datasets,
    versions: await Promise.all(
      set.versions.map(async (row) => ({
        id: row.id,
        title: row.title,
        version: Number(row.version),
        text: row.text,
        html: await htmlOf(row.text),
        sha256: row.sha256,
        signAgain: row.sign_again === 1,
        createdAt: iso(row.created_at),
        signatures: row.signatures,
      })),
    ),
  });

  return {
    async list(): Promise<TermsRow[]> {
      const sets = await store.list();
      return sets
        .map((row) => ({
          id: row.id,
          title: row.title,
          version: Number(row.version),
          createdAt: iso(row.created_at),
          signatures: Number(row.signatures),
          datasets: row.datasets,
        }))
        .sort((a, b) => a.title.localeCompare(b.title, 'en') || (a.id < b.id ? -1 : 1));
    },

    /** @throws AppError 404 */
    async one(id: string): Promise<OneTerms> {
      const found = await store.one(id);
      if (!found) throw notFound('This set of terms');
      return present(found);
    },

    /**
     * What differs between the texts of two versions.
     * @throws AppError 404
     */
    async compare(id: string, from: number, to: number): Promise<ChangedLine[]> {
      const found = await store.one(id);
      const textOf = (wanted: number) =>
        found?.versions.find(({ version }) => Number(version) === wanted)?.text;
      const [before, after] = [textOf(from), textOf(to)];
      if (before === undefined || after === undefined) throw notFound('This version');
      return changedLines(before, after);
    },

    add: async (body: BodyOf<typeof addTerms>, note: Note<StoredSet>): Promise<OneTerms> =>
      present(await store.add(body, now(), note)),

    /** @throws AppError 404, 409 */
    change: async (
      id: string,
      body: BodyOf<typeof updateTerms>,
      note: Note<Changed<StoredSet>>,
    ): Promise<OneTerms> => present(await store.change(id, body, now(), note)),

    /** @throws AppError 404, 409 */
    remove: (id: string, note: Note<StoredSet>): Promise<void> => store.remove(id, now(), note),
  };
}

export type TermsService = ReturnType<typeof termsService>;
