import { geospatialDatasets } from './datasets/geospatial.ts';
import { historyDatasets } from './datasets/history.ts';
import { imageDatasets } from './datasets/image.ts';
import { sensorDatasets } from './datasets/sensor.ts';
import { tabularDatasets } from './datasets/tabular.ts';
import { textDatasets } from './datasets/text.ts';
import { timeSeriesDatasets } from './datasets/time-series.ts';
import type { DemoDataset } from './demo-dataset.ts';

/**
 * Real, freely licensed data only: each entry was checked against its package's own metadata. Left out for an unclear
 * licence are, among others, vega-datasets' flights-*.json, movies.json and stocks.csv.
 */
export const demoDatasets: DemoDataset[] = [
  ...imageDatasets,
  ...textDatasets,
  ...timeSeriesDatasets,
  ...tabularDatasets,
  ...geospatialDatasets,
  ...sensorDatasets,
  ...historyDatasets,
];
