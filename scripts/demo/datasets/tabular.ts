import type { DemoDataset } from '../demo-dataset.ts';
import { vega, vegaMetadata } from '../packages.ts';

const source = 'npm package vega-datasets, version 3.2.1; sources and licences as in its datapackage.json.';

export const tabularDatasets: DemoDataset[] = [
  {
    key: 'palmer-penguins-1.0',
    name: 'Palmer Penguins',
    version: '1.0',
    modalityName: 'Tabular',
    license: 'CC0 1.0',
    authors: 'Kristen B. Gorman; Palmer Station Antarctica LTER; Allison Horst (preparation)',
    citation:
      'Gorman, K. B., Williams, T. D., Fraser, W. R. (2014). Ecological sexual dimorphism and environmental variability within a community of Antarctic penguins (genus Pygoscelis). PLoS ONE 9(3): e90081. https://doi.org/10.1371/journal.pone.0090081',
    keywords: 'penguins, morphology, Antarctica, classification, sexual dimorphism',
    source: `${source} Origins: https://pal.lternet.edu/ and https://github.com/allisonhorst/palmerpenguins`,
    publishedDaysAgo: 57,
    detail: `Body measurements of 344 penguins of three species (152 Adelie, 124 Gentoo, 68 Chinstrap), taken on three islands of the Palmer Archipelago in Antarctica during long-term ecological research at Palmer Station. It has become the usual first table for teaching classification and the comparison of groups.

## Columns

- \`Species\`, \`Island\` (Torgersen, Biscoe or Dream), \`Sex\`.
- \`Beak Length (mm)\`, \`Beak Depth (mm)\`, \`Flipper Length (mm)\`, \`Body Mass (g)\`.

The table is JSON, one object per bird. \`datapackage.json\` describes its fields for programs, together with those of the other vega-datasets.

## Known limits

- Two birds have no measurements at all, and for eleven the sex is missing: empty in ten rows, a dot in one.
- Gentoo penguins were measured on Biscoe only and Chinstraps on Dream only, so species and island cannot be told apart statistically.`,
    subsets: [vega('penguins.json', '344 birds, seven columns'), vegaMetadata()],
    frozen: true,
    identifiers: {
      // 10.5072 is DataCite's prefix for tests: this copy has no DOI of its own.
      doi: '10.5072/vitrine-demo.penguins.1.0',
      conceptDoi: '10.5072/vitrine-demo.penguins',
      authorList: [
        {
          name: 'Gorman, Kristen B.',
          orcid: '0000-0002-0258-9264',
          affiliation: 'University of Alaska Fairbanks',
          ror: '01j7nq853',
        },
        { name: 'Palmer Station Antarctica LTER' },
        { name: 'Horst, Allison', orcid: '0000-0002-6047-5564' },
      ],
      funders: [{ name: 'U.S. National Science Foundation', ror: '021nxhr62', award: 'OPP-0217282' }],
      relatedWorks: [{ doi: '10.1371/journal.pone.0090081', relation: 'IsDescribedBy' }],
    },
    next: {
      version: '1.1',
      note: 'The sex that was written as a dot in one row is empty there, as in the other rows without one.',
      madeDaysAgo: 2,
      frozen: false,
      changes: [
        {
          ...vega('penguins.json', '344 birds, seven columns'),
          change: (content) => Buffer.from(content.toString('utf8').replace(/("Sex"\s*:\s*)"\."/, '$1null')),
        },
      ],
    },
  },
  {
    key: 'gapminder-indicators-1.0',
    name: 'Gapminder Indicators',
    version: '1.0',
    modalityName: 'Tabular',
    license: 'CC BY 4.0',
    authors: 'Gapminder Foundation',
    citation:
      'Gapminder Foundation. Life expectancy (v14), fertility (v14), population (v7), GDP per capita. Free data from https://www.gapminder.org, CC BY 4.0. Prepared by vega-datasets 3.2.1.',
    keywords: 'life expectancy, fertility, income, population, development, countries',
    source: `${source} Origin: https://www.gapminder.org/data/`,
    publishedDaysAgo: 45,
    detail: `How long people live, how many children they have, how many they are and what they earn: three tables on the countries of the world. The main one follows 62 countries in steps of five years from 1955 to 2005; the second adds each country's previous and next value, ready for drawing arrows; the third is a single cross-section of 187 countries with income and health.

## Columns

- \`gapminder.json\`: \`year\`, \`country\`, \`cluster\` (one of six world regions, as a number), \`pop\`, \`life_expect\` (years), \`fertility\` (children per woman).
- \`countries.json\`: the same indicators with \`p_\` (previous) and \`n_\` (next) values, 1955 to 2000.
- \`gapminder-health-income.csv\`: \`country\`, \`income\` (GDP per person, purchasing power parity), \`health\` (life expectancy), \`population\`, \`region\`.

## Known limits

- Gapminder fills gaps with estimates and uses today's borders for the past. It wants to show the big picture, not to carry a fine analysis.
- How the 62 countries were chosen is not known, and the year of the cross-section is not stated.`,
    subsets: [
      vega('gapminder.json', '62 countries, 1955 to 2005, every five years'),
      vega('countries.json', 'The same with previous and next values'),
      vega('gapminder-health-income.csv', 'Income and life expectancy, 187 countries'),
    ],
  },
  {
    key: 'wildlife-strikes-1.0',
    name: 'Wildlife Strikes',
    version: '1.0',
    modalityName: 'Tabular',
    license: 'Public domain (U.S. Government work)',
    authors: 'U.S. Federal Aviation Administration',
    citation:
      'Federal Aviation Administration. FAA Wildlife Strike Database, 10,000 reports, 1990-2002. Prepared by vega-datasets 3.2.1.',
    keywords: 'aviation safety, birds, wildlife, airports, incident reports',
    source: `${source} Origin: https://wildlife.faa.gov`,
    publishedDaysAgo: 26,
    detail: `Ten thousand reports of collisions between aircraft and animals, mostly birds, that reached the American aviation authority between 1990 and 2002. Each row says where and when it happened, which aircraft and which animal were involved, in which phase of the flight, and what it cost.

## Columns

Fourteen, among them \`Airport Name\`, \`Aircraft Make Model\`, \`Effect Amount of damage\`, \`Flight Date\`, \`Phase of flight\`, \`Wildlife Species\`, \`Time of day\`, three columns of costs in dollars and \`Speed IAS in knots\`. \`datapackage.json\` lists them with their types.

## Known limits

- The file is an excerpt that ends in summer 2002; how it was chosen is not documented.
- Reporting was voluntary, so more strikes in later years partly mean better reporting.
- In about eight of ten rows the species is one of the words for unknown birds.
- Aircraft damage was rarely priced: a cost of 0 does not mean that nothing was broken.`,
    subsets: [vega('birdstrikes.csv', '10,000 reports, fourteen columns'), vegaMetadata()],
  },
];
