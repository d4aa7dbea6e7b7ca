import type { DemoDataset } from '../demo-dataset.ts';
import { vega } from '../packages.ts';

const source = 'npm package vega-datasets, version 3.2.1; sources and licences as in its datapackage.json.';

export const geospatialDatasets: DemoDataset[] = [
  {
    key: 'one-week-of-earthquakes-1.0',
    name: 'One Week of Earthquakes',
    version: '1.0',
    modalityName: 'Geospatial',
    license: 'Public domain (U.S. Geological Survey; Natural Earth), ISC (map packaging)',
    authors:
      'U.S. Geological Survey, Earthquake Hazards Program; Natural Earth; Michael Bostock (TopoJSON World Atlas)',
    citation:
      'U.S. Geological Survey, Earthquake Hazards Program. All earthquakes, past week, feed of 7 February 2018. https://earthquake.usgs.gov/earthquakes/feed/',
    keywords: 'earthquakes, seismology, GeoJSON, TopoJSON, world map',
    source: `${source} Origins: https://earthquake.usgs.gov/earthquakes/feed/, https://www.naturalearthdata.com/ and https://github.com/topojson/world-atlas (ISC, Copyright Michael Bostock).`,
    publishedDaysAgo: 58,
    detail: `Every seismic event that the United States Geological Survey's public feed held for the week from 31 January to 7 February 2018: 1,707 events, from tremors that no one feels to the strong quake near Hualien in Taiwan. A coarse map of the world comes with it, so that the points can be drawn at once.

## Format

- \`earthquakes.json\`: GeoJSON. Each point has longitude, latitude and depth in kilometres, and properties such as \`mag\` (magnitude), \`place\`, \`time\` (milliseconds since 1970, UTC), \`magType\` and \`type\`.
- \`world-110m.json\`: TopoJSON with the objects \`land\` and \`countries\` (177, by their numeric ISO code), at 1:110,000,000.

## Known limits

- The feed is automatic; magnitudes and places may have been revised since.
- Small events are listed where the network is dense: the swarm of points over California and Alaska shows the seismometers as well as the faults.`,
    subsets: [
      vega('earthquakes.json', '1,707 events, GeoJSON'),
      vega('world-110m.json', 'Land and countries, TopoJSON, 1:110,000,000'),
    ],
  },
  {
    key: 'us-air-routes-2008-1.0',
    name: 'US Air Routes 2008',
    version: '1.0',
    modalityName: 'Geospatial',
    license: 'Public domain (U.S. Government work), ISC (map packaging)',
    authors:
      'U.S. Bureau of Transportation Statistics; U.S. Census Bureau; Michael Bostock (TopoJSON US Atlas)',
    citation:
      'U.S. Bureau of Transportation Statistics. Flights between airports, 2008, with airport locations from Data.gov. Prepared by vega-datasets 3.2.1.',
    keywords: 'air traffic, airports, network, origin-destination, United States, TopoJSON',
    source: `${source} Origins: https://www.transtats.bts.gov/, https://catalog.data.gov/ and https://github.com/topojson/us-atlas (ISC, Copyright Michael Bostock).`,
    publishedDaysAgo: 30,
    detail: `Seven million domestic flights of the year 2008, counted by pair of airports: 5,366 directed routes between 305 airports. Together with the places of 3,376 airports and the outlines of states and counties this makes a complete little network on a map.

## Columns

- \`flights-airport.csv\`: \`origin\`, \`destination\` (IATA codes), \`count\` (flights in the year).
- \`airports.csv\`: \`iata\`, \`name\`, \`city\`, \`state\`, \`country\`, \`latitude\`, \`longitude\`.
- \`us-10m.json\`: TopoJSON with \`states\`, \`counties\` (by FIPS code) and \`land\`, at 1:10,000,000.

## Known limits

- Routes are directed: A to B and B to A are two rows, and their counts differ a little.
- Counts are of flights, not of seats or passengers. Very small counts are mostly diversions.
- The list of airports is older than the routes and not kept up to date.`,
    subsets: [
      vega('flights-airport.csv', '5,366 routes with their number of flights'),
      vega('airports.csv', '3,376 airports with coordinates'),
      vega('us-10m.json', 'States and counties, TopoJSON, 1:10,000,000'),
    ],
  },
  {
    key: 'london-boroughs-and-tube-1.0',
    name: 'London Boroughs and Tube',
    version: '1.0',
    modalityName: 'Geospatial',
    license: 'Open Government Licence v3.0 (boroughs), ODbL 1.0 (Tube lines)',
    authors:
      'Greater London Authority; Office for National Statistics; Ordnance Survey; OpenStreetMap contributors',
    citation:
      'Greater London Authority, Statistical GIS Boundary Files for London. Contains National Statistics data © Crown copyright and database right (2015). Contains Ordnance Survey data © Crown copyright and database right (2015). Tube lines © OpenStreetMap contributors. Prepared by vega-datasets 3.2.1.',
    keywords: 'London, boundaries, underground railway, TopoJSON, transport',
    source: `${source} Origins: https://data.london.gov.uk/dataset/statistical-gis-boundary-files-london and https://github.com/oobrien/vis`,
    publishedDaysAgo: 12,
    detail: `The 33 boroughs of London (the City counted in) as simplified outlines, a middle point for each, and the lines of the Underground and the Docklands Light Railway as they ran in February 2018. A small set for trying out map drawing: polygons, points and lines of one city in three files.

## Format

- \`londonBoroughs.json\`: TopoJSON, object \`boroughs\`, the name as id.
- \`londonCentroids.json\`: an array of \`name\`, \`cx\` (longitude), \`cy\` (latitude).
- \`londonTubeLines.json\`: TopoJSON, object \`line\`: 394 pieces between stations, the line's name as id.

All coordinates are degrees of longitude and latitude.

## Known limits

- The outlines are simplified for small maps; areas and lengths measured on them are rough.
- The Tube file reflects one day in 2018 and leaves out later openings.
- Two licences apply: data derived from the Tube lines must be shared under the ODbL again.`,
    subsets: [
      vega('londonBoroughs.json', '33 boroughs, TopoJSON (OGL v3.0)'),
      vega('londonCentroids.json', 'A middle point for each borough (OGL v3.0)'),
      vega('londonTubeLines.json', 'Tube and DLR lines, TopoJSON (ODbL 1.0)'),
    ],
  },
];
