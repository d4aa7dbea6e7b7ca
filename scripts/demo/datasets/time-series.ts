import type { DemoDataset } from '../demo-dataset.ts';
import { vega } from '../packages.ts';

const source = 'npm package vega-datasets, version 3.2.1; sources and licences as in its datapackage.json.';

export const timeSeriesDatasets: DemoDataset[] = [
  {
    key: 'carbon-dioxide-and-temperature-1.0',
    name: 'Carbon Dioxide and Temperature',
    version: '1.0',
    modalityName: 'Time series',
    license: 'CC BY 4.0 (carbon dioxide), public domain as a U.S. Government work (temperature)',
    authors: 'C. D. Keeling and the Scripps CO2 Program; NASA Goddard Institute for Space Studies',
    citation:
      'Keeling, C. D. et al. (2001). Exchanges of atmospheric CO2 and 13CO2 with the terrestrial biosphere and oceans from 1978 to 2000. SIO Reference Series 01-06, Scripps Institution of Oceanography. GISTEMP Team, GISS Surface Temperature Analysis, NASA Goddard Institute for Space Studies.',
    keywords: 'climate, carbon dioxide, Mauna Loa, global temperature, anomaly',
    source: `${source} Origins: https://scrippsco2.ucsd.edu/ and https://data.giss.nasa.gov/gistemp/`,
    publishedDaysAgo: 59,
    detail: `Two of the best-known records of a changing climate, side by side: the monthly concentration of carbon dioxide at the Mauna Loa Observatory in Hawaii from March 1958 to April 2020, and the yearly anomaly of the mean temperature over land and ocean from 1880 to 2023.

## Columns

- \`co2-concentration.csv\`: \`Date\` (first day of the month), \`CO2\` (parts per million, 2012 SIO manometric mole fraction scale, adjusted to the 15th), \`adjusted CO2\` (the same with the season's cycle taken out by a four-harmonic fit with a linear gain).
- \`global-temp.csv\`: \`year\`, \`temp\` (anomaly in degrees Celsius).

## Known limits

- Months without valid data are left out, not filled: check for gaps before you apply a filter that assumes an even step.
- One station stands for the Northern Hemisphere's background air, not for a city.
- The temperature file does not name the reference period of its anomaly; GISTEMP uses 1951 to 1980.`,
    subsets: [
      vega('co2-concentration.csv', 'Mauna Loa, monthly, 1958 to 2020'),
      vega('global-temp.csv', 'Land-ocean temperature anomaly, yearly, 1880 to 2023'),
    ],
  },
  {
    key: 'seattle-weather-1.0',
    name: 'Seattle Weather',
    version: '1.0',
    modalityName: 'Time series',
    license: 'Public domain (U.S. Government work)',
    authors: 'NOAA National Climatic Data Center; vega-datasets contributors (preparation)',
    citation:
      'NOAA National Climatic Data Center. Daily observations 2012-2015 and hourly climate normals 1981-2010 for Seattle. Prepared by vega-datasets 3.2.1.',
    keywords: 'weather, temperature, precipitation, climate normals, Seattle, New York',
    source: `${source} Origin: https://www.ncdc.noaa.gov/cdo-web/`,
    publishedDaysAgo: 41,
    detail: `Four years of daily weather (2012 to 2015) for Seattle, the same days for Seattle and New York together, and the hourly normals for Seattle: what each hour of the year is like on the average of the thirty years 1981 to 2010. With the three one can ask how far a day lay from what was to be expected.

## Columns

- Daily files: \`date\`, \`precipitation\` (mm), \`temp_max\` and \`temp_min\` (degrees Celsius), \`wind\`, \`weather\` (drizzle, rain, snow, sun or fog); \`weather.csv\` starts with \`location\`.
- Hourly normals: \`date\` (written with the year 2010, which stands for any year), \`pressure\`, \`temperature\`, \`wind\`.

## Known limits

- The \`weather\` word was derived by the preparers from several fields of the station's record and is meant for teaching.
- The metadata gives the wind as km/h; the values look like metres per second, so check before you use them.`,
    subsets: [
      vega('seattle-weather.csv', 'Daily, Seattle, 1,461 days'),
      vega('weather.csv', 'Daily, Seattle and New York, 2,922 rows'),
      vega('seattle-weather-hourly-normals.csv', 'Hourly normals 1981 to 2010, Seattle'),
    ],
  },
  {
    key: 'us-labour-market-1.0',
    name: 'US Labour Market',
    version: '1.0',
    modalityName: 'Time series',
    license: 'Public domain (U.S. Government work)',
    authors: 'U.S. Bureau of Labor Statistics; U.S. Census Bureau',
    citation:
      'U.S. Bureau of Labor Statistics. Current Population Survey, Table A-31 (2000-2010), and Current Employment Statistics (2006-2015). Prepared by vega-datasets 3.2.1. BLS.gov cannot vouch for the data or analyses derived from these data after the data have been retrieved from BLS.gov.',
    keywords: 'employment, unemployment, industry, recession, economics',
    source: `${source} Origins: https://www.bls.gov/cps/ and https://www.bls.gov/ces/`,
    publishedDaysAgo: 20,
    frozen: true,
    withdrawn: {
      daysAgo: 3,
      reason:
        'The Bureau of Labor Statistics has revised these series since. Fetch them from https://www.bls.gov; ask us for the values as they were.',
    },
    detail: `Two monthly series that frame the recession of 2008. The first counts the unemployed by the industry they last worked in, from January 2000 to February 2010, in 14 groups. The second gives the number of jobs by sector from January 2006 to December 2015, seasonally adjusted.

The numbers come from two different surveys: households are asked in the Current Population Survey, employers in the Current Employment Statistics.

## Columns

- \`unemployment-across-industries.json\`: \`series\` (industry), \`year\`, \`month\`, \`count\` (thousands of people), \`rate\` (percent), \`date\`.
- \`us-employment.csv\`: \`month\`, 22 columns of jobs in thousands, and \`nonfarm_change\`, the change from one month to the next.

## Known limits

- The unemployment counts are not seasonally adjusted, the job counts are: do not subtract one from the other.
- The sums contain each other (\`nonfarm\` holds \`private\` and so on); adding up all columns counts jobs several times.`,
    subsets: [
      vega('unemployment-across-industries.json', 'Unemployed by industry, monthly, 2000 to 2010'),
      vega('us-employment.csv', 'Jobs by sector, monthly, 2006 to 2015'),
    ],
  },
];
