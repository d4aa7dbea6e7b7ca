import * as z from 'zod';
import {
  type AdminSubset,
  addRoCrate,
  addSubsets,
  deleteSubset,
  updateSubset,
} from '../../../contract/dataset-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { type Change, changes, type Note } from '../../auth/index.ts';
import { asAdmin, type Route, readForm } from '../../http/index.ts';
import type { SubsetsService } from './subsets.service.ts';

/** Fields of addSubsets as a form: none. */
const noFields = z.strictObject({});

/** Up to this many subsets added by one call get an audit entry each; more are counted in one entry. */
const ONE_BY_ONE = 20;
const NAMED = 100;

function* additions(subsets: readonly AdminSubset[]): Generator<Change> {
  if (subsets.length > ONE_BY_ONE) {
    const paths = subsets.map(({ path }) => path);
    yield {
      subject: `${paths.length} subsets`,
      after: { added: paths.length, paths: paths.slice(0, NAMED), last: paths.at(-1) },
    };
  } else for (const { path, size, sha256 } of subsets) yield { subject: path, after: { size, sha256 } };
}

/** §7: addSubsets, subset/{id}. */
export function subsetsRoutes(route: Route, service: SubsetsService): void {
  route(addSubsets, async ({ params, body, request, caller, audit }) => {
    const note: Note<AdminSubset[]> = async (trx, subsets) => {
      for (const change of additions(subsets)) await audit(trx, change);
    };
    const subsets = request.isMultipart()
      ? await service.addFiles(
          params.id,
          (begin, take) => readForm(request, noFields, { subsets: limits.subsetsPerRequest }, begin, take),
          note,
        )
      : await service.addNamed(params.id, body, asAdmin(caller).id, note);
    return { subsets };
  });
  route(addRoCrate, ({ params, audit }) =>
    service.addCrate(params.id, (trx, { path, size, sha256 }) =>
      audit(trx, { subject: path, after: { size, sha256 } }),
    ),
  );
  route(updateSubset, ({ params, body, caller, audit }) => {
    const given = body.source === undefined ? {} : { source: body.source };
    return service.update(params.id, body, asAdmin(caller).id, (trx, { before, after }) => {
      const { before: was, after: is } = changes(before, after);
      return audit(trx, { subject: after.path, before: was, after: { ...is, ...given } });
    });
  });
  route(deleteSubset, ({ params, audit }) =>
    service.remove(params.id, (trx, { path, size, sha256 }) =>
      audit(trx, { subject: path, before: { size, sha256 }, after: { trashed: true } }),
    ),
  );
}
