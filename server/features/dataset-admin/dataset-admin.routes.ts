import {
  addDataset,
  addSubsets,
  deleteDataset,
  deleteSubset,
  getAdminDataset,
  listAdminDatasets,
  updateDataset,
  updateSubset,
} from '../../../contract/dataset-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { readForm } from '../../http/form.ts';
import type { Route } from '../../http/route.ts';
import type { datasetAdminService } from './dataset-admin.service.ts';
import type { DatasetAdminStore } from './dataset-admin.store.ts';

const pictureAndDocument = { samples: 1, desc: 1, archive: 1 };

/** §7: datasetList, addDataset, updateDataset, dataset/{id}, addSubsets, subset/{id}. */
export function datasetAdminRoutes(
  route: Route,
  service: ReturnType<typeof datasetAdminService>,
  store: DatasetAdminStore,
): void {
  route(listAdminDatasets, ({ query }) => store.list(query));
  route(getAdminDataset, ({ params }) => service.dataset(params.id));
  route(addDataset, ({ request }) =>
    service.add((begin, take) =>
      readForm(
        request,
        addDataset.body,
        { ...pictureAndDocument, subsets: limits.subsetsPerRequest },
        begin,
        take,
      ),
    ),
  );
  route(updateDataset, ({ params, body, request }) =>
    service.update(params.id, (begin, take) =>
      request.isMultipart()
        ? readForm(request, updateDataset.body, pictureAndDocument, begin, take)
        : begin(body ?? {}),
    ),
  );
  route(deleteDataset, ({ params }) => service.remove(params.id));
  route(addSubsets, ({ params, request }) =>
    service.addSubsets(params.id, (begin, take) =>
      readForm(request, addSubsets.body, { subsets: limits.subsetsPerRequest }, begin, take),
    ),
  );
  route(updateSubset, ({ params, body }) => service.updateSubset(params.id, body));
  route(deleteSubset, ({ params }) => service.removeSubset(params.id));
}
