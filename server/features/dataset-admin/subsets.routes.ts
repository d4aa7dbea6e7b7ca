import * as z from 'zod';
import { type AdminSubset, addSubsets, deleteSubset, updateSubset } from '../../../contract/dataset-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { type Change, changes } from '../../auth/index.ts';
import { asAdmin, type Route, readForm } from '../../http/index.ts';
import type { SubsetsService } from './subsets.service.ts';

/** Of addSubsets as a form. */
const noFields = z.strictObject({});

/** Of so many added at once each has a row of its own in the audit log; of more, one row counts them. */
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
  route(addSubsets, async ({ params, body, request, caller, auditAfter }) => {
    const subsets = request.isMultipart()
      ? await service.addFiles(params.id, (begin, take) =>
          readForm(request, noFields, { subsets: limits.subsetsPerRequest }, begin, take),
        )
      : await service.addNamed(params.id, body, asAdmin(caller).id);
    for (const change of additions(subsets)) auditAfter(change);
    return { subsets };
  });
  route(updateSubset, async ({ params, body, caller, auditAfter }) => {
    const { before, after } = await service.update(params.id, body, asAdmin(caller).id);
    const given = body.source === undefined ? {} : { source: body.source };
    const { before: was, after: is } = changes(before, after);
    auditAfter({ subject: after.path, before: was, after: { ...is, ...given } });
    return after;
  });
  route(deleteSubset, async ({ params, auditAfter }) => {
    const { path, size, sha256 } = await service.remove(params.id);
    auditAfter({ subject: path, before: { size, sha256 }, after: { trashed: true } });
  });
}
