/** The final status of each account, reached by API calls of the person and of an administrator. */
type DemoStatus = 'pending' | 'approved' | 'rejected' | 'needs_info' | 'suspended';

export type DemoPerson = {
  firstName: string;
  familyName: string;
  email: string;
  password: string;
  affiliation: string;
  purpose: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  registeredDaysAgo: number;
} & (
  | { status: 'pending' }
  /** `reviewedDaysAgo` is never before the registration. */
  | { status: 'approved'; reviewedDaysAgo: number }
  | { status: Exclude<DemoStatus, 'pending' | 'approved'>; reviewedDaysAgo: number; reason: string }
);

/** Published in the README, therefore for demo data only. */
export const demoAdministrator = {
  email: 'admin@example.org',
  password: 'back-office-vitrine-2026',
} as const;

const password = 'borrowed-lantern-over-harbour-58';

/** All invented, at addresses that RFC 2606 reserves. The first one is the demo's user account. */
export const demoPeople: DemoPerson[] = [
  {
    firstName: 'Dana',
    familyName: 'Example',
    email: 'demo@example.org',
    password: 'correct-horse-vitrine-42',
    affiliation: 'Institute for Trying Things Out',
    purpose: 'A look at the portal: browsing the catalogue, downloading a subset and checking it.',
    country: 'CH',
    registeredDaysAgo: 60,
    status: 'approved',
    reviewedDaysAgo: 59,
  },
  {
    firstName: 'Marit',
    familyName: 'Solvang',
    email: 'marit.solvang@fjord-institute.test',
    password,
    affiliation: 'Fjord Institute of Marine Science',
    purpose: 'Teaching material for a course on exploratory statistics with the penguin measurements.',
    country: 'NO',
    registeredDaysAgo: 58,
    status: 'approved',
    reviewedDaysAgo: 57,
  },
  {
    firstName: 'Teodor',
    familyName: 'Wielgosz',
    email: 'teodor@wielgosz-lab.example.com',
    password,
    affiliation: 'Wielgosz Laboratory for Signal Analysis',
    purpose: 'Benchmarking anomaly detectors on labelled sensor readings.',
    country: 'PL',
    registeredDaysAgo: 53,
    status: 'approved',
    reviewedDaysAgo: 51,
  },
  {
    firstName: 'Amina',
    familyName: 'Okonjo-Reyes',
    email: 'a.okonjo@climate-desk.test',
    password,
    affiliation: 'Climate Desk, Lakeside University',
    purpose: 'Comparing the Mauna Loa record with a regional station for a thesis chapter.',
    country: 'KE',
    registeredDaysAgo: 47,
    status: 'approved',
    reviewedDaysAgo: 47,
  },
  {
    firstName: 'Hugo',
    familyName: 'Lemarchand-Petit',
    email: 'hugo@example.com',
    password,
    affiliation: 'Private person',
    purpose: 'I need data for a project.',
    country: 'FR',
    registeredDaysAgo: 44,
    status: 'rejected',
    reviewedDaysAgo: 42,
    reason:
      'The application does not say what the data is for. You are welcome to apply again and tell us more.',
  },
  {
    firstName: 'Yuna',
    familyName: 'Kitabayashi',
    email: 'yuna.k@textworks.test',
    password,
    affiliation: 'Textworks, Northern Campus',
    purpose: 'Sentence segmentation on nineteenth-century prose; results will be published openly.',
    country: 'JP',
    registeredDaysAgo: 39,
    status: 'approved',
    reviewedDaysAgo: 38,
  },
  {
    firstName: 'Rafael',
    familyName: 'Montesclaros',
    email: 'rafael.m@metro-maps.example.com',
    password,
    affiliation: 'Metro Maps Cooperative',
    purpose: 'Testing automatic layout of transit maps with the London lines.',
    country: 'BR',
    registeredDaysAgo: 35,
    status: 'approved',
    reviewedDaysAgo: 33,
  },
  {
    firstName: 'Ottilie',
    familyName: 'Brandeis-Koch',
    email: 'ottilie@harvest-crawler.test',
    password,
    affiliation: 'Harvest Crawler Ltd',
    purpose: 'Quality assessment of public research data.',
    country: 'DE',
    registeredDaysAgo: 31,
    status: 'suspended',
    reviewedDaysAgo: 9,
    reason:
      'The account was used by many machines at once to copy the whole catalogue daily. Please write to us.',
  },
  {
    firstName: 'Nikhil',
    familyName: 'Varadarajulu',
    email: 'nikhil.v@quake-watch.test',
    password,
    affiliation: 'Quake Watch, Hillside Polytechnic',
    purpose: 'Classroom exercise on magnitude and frequency of earthquakes.',
    country: 'IN',
    registeredDaysAgo: 26,
    status: 'approved',
    reviewedDaysAgo: 25,
  },
  {
    firstName: 'Saoirse',
    familyName: 'Fennimore',
    email: 'saoirse@archive-of-light.test',
    password,
    affiliation: 'Archive of Light',
    purpose: 'Restoration filters for early photographic prints.',
    country: 'IE',
    registeredDaysAgo: 21,
    status: 'approved',
    reviewedDaysAgo: 19,
  },
  {
    firstName: 'Lucas',
    familyName: 'Adeyemi-Strand',
    email: 'lucas.as@example.org',
    password,
    affiliation: 'Independent',
    purpose: 'I would like to use the labour statistics in a report for a client.',
    country: 'SE',
    registeredDaysAgo: 15,
    status: 'needs_info',
    reviewedDaysAgo: 13,
    reason: 'Please tell us whether the report will be public, and how you will cite the dataset.',
  },
  {
    firstName: 'Imke',
    familyName: 'van der Zandt',
    email: 'imke@polder-analytics.example.com',
    password,
    affiliation: 'Polder Analytics',
    purpose: 'Visualisation workshop: redrawing Minard and Nightingale with current tools.',
    country: 'NL',
    registeredDaysAgo: 11,
    status: 'approved',
    reviewedDaysAgo: 10,
  },
  {
    firstName: 'Chidi',
    familyName: 'Mbanefo-Lund',
    email: 'chidi.ml@river-school.test',
    password,
    affiliation: 'River School of Public Health',
    purpose: 'Seminar on the history of epidemiology, with the Crimean War mortality data.',
    country: 'NG',
    registeredDaysAgo: 4,
    status: 'pending',
  },
  {
    firstName: 'Petra',
    familyName: 'Havlíčková-Sand',
    email: 'petra.hs@skyline-safety.test',
    password,
    affiliation: 'Skyline Safety Group',
    purpose: 'Seasonal model of wildlife strikes near small airfields.',
    country: 'CZ',
    registeredDaysAgo: 1,
    status: 'pending',
  },
];
