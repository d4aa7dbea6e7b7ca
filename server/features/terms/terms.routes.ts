import {
  addTerms,
  compareTerms,
  deleteTerms,
  getDatasetAccess,
  getTerms,
  listTerms,
  previewTerms,
  updateDatasetAccess,
  updateTerms,
} from '../../../contract/terms.ts';
import { changes } from '../../auth/index.ts';
import type { Route } from '../../http/index.ts';
import { invalid } from '../../shared/errors.ts';
import type { DatasetAccessStore } from './dataset-access.store.ts';
import type { StoredSet } from './sets.store.ts';
import type { TermsService } from './terms.service.ts';

/** A set for the audit log: its text by hash. */
const noted = ({ versions: [newest] }: StoredSet) =>
  newest && {
    title: newest.title,
    version: Number(newest.version),
    sha256: newest.sha256,
    signAgain: newest.sign_again === 1,
  };

interface Dependencies {
  service: TermsService;
  datasets: DatasetAccessStore;
  htmlOf: (text: string) => Promise<string>;
  now: () => number;
}

/** Access.md: sets of terms, and which of them a dataset asks for. */
export function termsRoutes(route: Route, given: Dependencies): void {
  const { service, datasets, htmlOf, now } = given;

  route(listTerms, () => service.list());
  route(getTerms, ({ params }) => service.one(params.id));
  route(compareTerms, ({ params, query }) => service.compare(params.id, query.from, query.to));
  route(addTerms, ({ body, audit }) =>
    service.add(body, (trx, set) => audit(trx, { subject: body.title, after: noted(set) })),
  );
  route(updateTerms, ({ params, body, audit }) =>
    service.change(params.id, body, (trx, { before, after }) =>
      audit(trx, { subject: body.title, ...changes(noted(before) ?? {}, noted(after) ?? {}) }),
    ),
  );
  route(deleteTerms, ({ params, audit }) =>
    service.remove(params.id, (trx, set) =>
      audit(trx, { subject: set.versions[0]?.title ?? set.id, before: noted(set), after: { deleted: true } }),
    ),
  );
  route(previewTerms, async ({ body }) => ({ html: await htmlOf(body.text) }), { unaudited: true });

  route(getDatasetAccess, ({ params }) => datasets.of(params.id));
  route(updateDatasetAccess, async ({ params, body, audit }) => {
    const { policy } = body;
    const termsId = policy === 'portal' ? null : body.termsId;
    if (policy === 'terms' && termsId === null) throw invalid('termsId', 'Choose the terms to sign.');
    await datasets.change(params.id, { policy, termsId }, now(), (trx, { name, before, after }) =>
      audit(trx, {
        subject: name,
        before: { policy: before.policy, terms: before.title },
        after: { policy: after.policy, terms: after.title },
      }),
    );
    return { policy, termsId };
  });
}
