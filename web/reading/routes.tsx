import type { RouteObject } from 'react-router';
import { loadDataset, revalidateDataset } from '../features/dataset-detail/dataset-detail.query.ts';
import { DatasetDetailSkeleton } from '../features/dataset-detail/dataset-detail.skeleton.tsx';
import { loadHome, revalidateHome } from '../features/home/home.query.ts';
import { HomeSkeleton } from '../features/home/home.skeleton.tsx';
import { datasetDetailPattern, paths } from '../paths.ts';
import { Broken } from './broken.tsx';
import { Layout } from './layout.tsx';
import { NotFound } from './not-found.tsx';
import { loadSetting, rootRoute } from './setting.ts';

/**
 * The reading pages. Data comes through loaders, so that the server runs the same routes. Each page is a lazy chunk,
 * loaded in parallel with its data.
 */
export const readingRoutes: RouteObject[] = [
  {
    id: rootRoute,
    element: <Layout />,
    loader: loadSetting,
    // The setting is loaded once per visit.
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: Broken,
        children: [
          {
            path: paths.home,
            loader: loadHome,
            shouldRevalidate: revalidateHome,
            HydrateFallback: HomeSkeleton,
            lazy: async () => ({ Component: (await import('../features/home/home.page.tsx')).HomePage }),
          },
          {
            path: datasetDetailPattern,
            loader: loadDataset,
            shouldRevalidate: revalidateDataset,
            HydrateFallback: DatasetDetailSkeleton,
            lazy: async () => ({
              Component: (await import('../features/dataset-detail/dataset-detail.page.tsx'))
                .DatasetDetailPage,
            }),
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];
