import {
  dropRecall,
  exportRecallPeople,
  getRecall,
  listRecallable,
  listRecallPeople,
  listRecalls,
  openRecall,
  type RecallPerson,
  recallPerson,
  sendRecall,
  takeDownNotice,
} from '../../../contract/recalls.ts';
import type { RecordChange } from '../../auth/index.ts';
import { ANSWERED, asAdmin, type Route } from '../../http/index.ts';
import { csvLines } from '../../shared/csv.ts';
import { notFound } from '../../shared/errors.ts';
import type { RecallsService } from './recalls.service.ts';
import type { RecallsStore } from './recalls.store.ts';

interface Dependencies {
  service: RecallsService;
  store: RecallsStore;
  recordChange: RecordChange;
  /** Wakes the job queue: there are mails to send. */
  workSoon: () => void;
  now: () => number;
}

const columns = Object.keys(recallPerson.shape) as (keyof RecallPerson)[];

/** Recalls in the back office (access.md, "Recall"). */
export function recallsRoutes(route: Route, given: Dependencies): void {
  const { service, store, recordChange, workSoon, now } = given;
  route(listRecallable, ({ params, query }) => service.recallable(params.id, query));
  route(listRecalls, ({ query }) => store.list(query));
  route(getRecall, ({ params }) => service.one(params.id));
  route(listRecallPeople, ({ params, query }) => service.people(params.id, query));

  route(openRecall, async ({ params, body, caller, audit }) => {
    const { id: adminId, name } = asAdmin(caller);
    const files = 'whole' in body ? 'all' : body.files.map(({ path }) => path).slice(0, 20);
    const id = await service.open(
      params.id,
      body,
      { id: adminId, name },
      (subject) => (trx, recall) => audit(trx, { subject, after: { recall, files } }),
    );
    return { id };
  });

  route(sendRecall, async ({ params, body, audit }) => {
    const done = await service.send(
      params.id,
      body,
      ({ id, datasetName, version }, counts) =>
        (trx) =>
          audit(trx, {
            subject: `${datasetName} ${version}`,
            before: { recall: id, status: 'draft' },
            after: { recall: id, status: 'sent', ...body, ...counts },
          }),
    );
    workSoon();
    return done;
  });

  route(dropRecall, async ({ params, audit }) => {
    const found = await store.one(params.id);
    if (!found) throw notFound('This recall');
    await store.drop(params.id, (trx) =>
      audit(trx, {
        subject: `${found.datasetName} ${found.version}`,
        before: { recall: found.id, status: 'draft' },
      }),
    );
  });

  route(takeDownNotice, async ({ params, audit }) => {
    const found = await store.one(params.id);
    if (!found) throw notFound('This recall');
    await store.takeDown(found, now(), (trx) =>
      audit(trx, {
        subject: `${found.datasetName} ${found.version}`,
        before: { recall: found.id, notice: found.what },
      }),
    );
  });

  route(exportRecallPeople, async ({ params, caller, request, reply }) => {
    const { recall, people } = await service.allPeople(params.id);
    const { method, path } = exportRecallPeople;
    const subject = `${recall.datasetName} ${recall.version}`;
    await recordChange(
      asAdmin(caller),
      `${method} ${path}`,
      { subject, after: { recall: recall.id, people: people.length } },
      request.ip,
    );
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="recall.csv"')
      .header('cache-control', 'no-store')
      .send(csvLines(people, columns, true));
    return ANSWERED;
  });
}
