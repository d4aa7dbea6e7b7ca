import type { DemoDataset } from './demo-dataset.ts';
import { airRoutes, earthquakes, london } from './pictures/geospatial.ts';
import { march, rose } from './pictures/history.ts';
import { photographs, plants } from './pictures/image.ts';
import { allMotes, indoorMotes } from './pictures/sensor.ts';
import { development, penguins, strikes } from './pictures/tabular.ts';
import { chapters, sentences } from './pictures/text.ts';
import { climate, normals, stream } from './pictures/time-series.ts';

const drawings: Record<string, (dataset: DemoDataset) => Promise<Buffer>> = {
  'blossfeldt-plant-studies-1.0': plants,
  'open-content-photographs-1.0': photographs,
  'moby-dick-text-1.0': chapters,
  'state-of-the-union-1.0': sentences,
  'carbon-dioxide-and-temperature-1.0': climate,
  'seattle-weather-1.0': normals,
  'us-labour-market-1.0': stream,
  'palmer-penguins-1.0': penguins,
  'gapminder-indicators-1.0': development,
  'wildlife-strikes-1.0': strikes,
  'one-week-of-earthquakes-1.0': earthquakes,
  'us-air-routes-2008-1.0': airRoutes,
  'london-boroughs-and-tube-1.0': london,
  'single-hop-sensor-network-1.0': indoorMotes,
  'single-hop-sensor-network-2.0': allMotes,
  'napoleons-march-1.0': march,
  'nightingales-rose-1.0': rose,
};

/** A 1280 × 800 PNG drawn from the dataset's own files; the same files give the same bytes. */
export async function drawPicture(dataset: DemoDataset): Promise<Buffer> {
  const draw = drawings[dataset.key];
  if (!draw) throw new Error(`no drawing for ${dataset.key}`);
  return draw(dataset);
}
