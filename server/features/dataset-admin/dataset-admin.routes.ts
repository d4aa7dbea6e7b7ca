import {
  type AdminDataset,
  addDataset,
  deleteDataset,
  getAdminDataset,
  listAdminDatasets,
  updateDataset,
} from '../../../contract/dataset-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { changes } from '../../auth/index.ts';
import { asAdmin, type Route, readForm } from '../../http/index.ts';
import type { datasetAdminService } from './dataset-admin.service.ts';
import type { DatasetAdminStore } from './dataset-admin.store.ts';

const pictureAndDocument = { samples: 1, desc: 1, archive: 1 };

/** §7: datasetList, addDataset, updateDataset, dataset/{id}. */
export function datasetAdminRoutes(
  route: Route,
  service: ReturnType<typeof datasetAdminService>,
  store: DatasetAdminStore,
): void {
  route(listAdminDatasets, ({ query }) => store.list(query));
  route(getAdminDataset, ({ params }) => service.dataset(params.id));
  route(addDataset, ({ request, caller, audit }) =>
    service.add(
      (begin, take) =>
        readForm(
          request,
          addDataset.body,
          { ...pictureAndDocument, subsets: limits.subsetsPerRequest },
          begin,
          take,
        ),
      asAdmin(caller).id,
      (trx, after) => audit(trx, { subject: titleOf(after), after }),
    ),
  );
  route(updateDataset, ({ params, body, request, caller, audit }) =>
    service.update(
      params.id,
      (begin, take) =>
        request.isMultipart()
          ? readForm(request, updateDataset.body, pictureAndDocument, begin, take)
          : begin(body ?? {}),
      asAdmin(caller).id,
      (trx, { before, after }) => audit(trx, { subject: titleOf(after), ...changes(before, after) }),
    ),
  );
  route(deleteDataset, ({ params, audit }) =>
    service.remove(params.id, (trx, dataset) =>
      audit(trx, {
        subject: titleOf(dataset),
        before: { status: dataset.status },
        after: { trashed: true },
      }),
    ),
  );
}

const titleOf = ({ name, version }: Pick<AdminDataset, 'name' | 'version'>): string => `${name} ${version}`;
