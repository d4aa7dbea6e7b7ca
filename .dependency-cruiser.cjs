// The walls of the house: who may import whom. See docs/decisions/0001-house.md.
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** In the order in which a reader would ask. */
const rooms = [
  'shared',
  'database',
  'configuration',
  'servers',
  'workers',
  'hashing',
  'markdown',
  'queue',
  'mail',
  'auth',
  'records',
  'retention',
  'http',
  'archive',
  'storage',
  'backup',
  'health',
  'metrics',
  'datasets',
  'terms',
  'approval',
  'notices',
  'ingest',
  'access',
  'delivery',
  'features',
  'publishing',
];

/** Those with a door: the small things of shared/ are imported by file. */
const doors = rooms.filter((room) => room !== 'shared' && room !== 'features').join('|');

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'A cycle means two files are one: merge them, or move what both need.',
      {},
      { circular: true },
    ),
    rule('unresolved', 'This import points at nothing.', {}, { couldNotResolve: true }),
    rule(
      'contract-only-zod',
      'contract/ is what both sides agree on: it knows zod and nothing else.',
      { path: '^contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(contract/|node_modules/zod/)' },
    ),
    rule(
      'texts-nothing',
      'texts/ is words only.',
      { path: '^texts/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^texts/' },
    ),
    rule(
      'web-not-server',
      'The pages talk to the server over HTTP only.',
      { path: '^web/' },
      { path: '^server/' },
    ),
    rule(
      'server-not-web',
      'The server loads the built pages by path.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    ...rooms.map((room, i) =>
      rule(
        `room-${room}`,
        `Rooms stand in an order (docs/decisions/0031): ${room}/ imports only those before it.`,
        { path: `^server/${room}/`, pathNot: '\\.(test|suite)\\.ts$' },
        { path: `^server/((${rooms.slice(i + 1).join('|')})/|(app|start|main|options)\\.ts$)` },
      ),
    ),
    rule(
      'by-the-door',
      'A room is entered by its index.ts; what runs in a thread of its own imports files, which weigh less.',
      { path: '^server/([^/]+)/', pathNot: '^server/features/|(worker|task)\\.ts$' },
      { path: `^server/(${doors}|features/[^/]+)/`, pathNot: '^server/$1/|/index\\.ts$' },
    ),
    rule(
      'by-the-door-of-a-feature',
      'A feature is entered by its index.ts, and enters rooms by theirs.',
      { path: '^server/features/([^/]+)/' },
      { path: `^server/(${doors}|features/[^/]+)/`, pathNot: '^server/features/$1/|/index\\.ts$' },
    ),
    rule(
      'by-the-door-from-outside',
      'A room is entered by its index.ts, by tests too; what they put in the place of the password threads is that file.',
      { path: '^((tests|scripts|bench)/|server/[^/]+\\.ts$)' },
      {
        path: `^server/(${doors}|features/[^/]+)/`,
        pathNot: '/index\\.ts$|^server/auth/password-threads\\.ts$',
      },
    ),
    rule(
      'feature-alone',
      'A feature never imports another: app.ts passes functions in.',
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    rule(
      'only-stores-know-sql',
      'Only *.store.ts and database/ know Kysely.',
      { path: '^(server|scripts)/', pathNot: '(\\.store\\.ts$|^server/database/|^server/testing/)' },
      { path: '^node_modules/(kysely|better-sqlite3|pg)/' },
    ),
    rule(
      'only-routes-know-http',
      'Only *.routes.ts, http/, delivery/, app.ts and main.ts know Fastify.',
      {
        path: '^server/',
        pathNot: '(\\.routes\\.ts$|^server/(http|delivery)/|^server/app\\.ts$|^server/testing/)',
      },
      { path: '^node_modules/(fastify|@fastify)/' },
    ),
    rule(
      's3-only-when-used',
      'The client for S3 costs memory and start time: it is loaded by import(), where STORAGE_URL asks for it.',
      { path: '^server/', pathNot: '(^server/storage/s3-|^server/testing/|\\.test\\.ts$)' },
      { path: '^(server/storage/s3-|node_modules/@aws-sdk/|node_modules/@tus/s3-store/)', dynamic: false },
    ),
    rule(
      'pictures-of-four-formats',
      'sharp reads a dozen formats; ours, which reads four, is the only one that the server imports.',
      { path: '^server/', pathNot: '(^server/shared/restricted-sharp\\.ts$|^server/testing/|\\.test\\.ts$)' },
      { path: '^node_modules/(sharp|@img)/' },
    ),
    rule(
      'pictures-only-when-sent',
      'libvips costs memory and start time: it is loaded by import(), where a picture comes.',
      { path: '^server/', pathNot: '\\.test\\.ts$' },
      { path: '^server/shared/restricted-sharp\\.ts$', dynamic: false },
    ),
    rule(
      'archive-pure',
      'archive/ knows neither HTTP nor SQL.',
      { path: '^server/archive/' },
      { path: '^server/(http|database|features|auth)/' },
    ),
    rule(
      'ui-product-free',
      'ui/ knows no feature.',
      { path: '^web/ui/' },
      { path: '^web/(features|admin)/' },
    ),
    rule(
      'features-not-admin',
      'The public pages and the back office never mix.',
      { path: '^web/features/' },
      { path: '^web/admin/' },
    ),
    rule(
      'admin-not-features',
      'The public pages and the back office never mix.',
      { path: '^web/admin/' },
      { path: '^web/features/' },
    ),
    rule(
      'tasks-in-threads',
      'What a `*.task.ts` loads is not loaded beside answers: others name it in types, and a pool runs it.',
      { path: '^(web|server|scripts)/', pathNot: '\\.test\\.ts$' },
      { path: '\\.task\\.ts$', dependencyTypesNot: ['type-only', 'type-import'] },
    ),
    rule(
      'markdown-in-its-thread',
      'Descriptions are rendered once, in a thread of the server: neither pages nor the answering thread load a parser.',
      { path: '^(web|server)/', pathNot: '(^server/markdown/render\\.ts$|\\.test\\.ts$)' },
      { path: '^node_modules/(markdown-it|sanitize-html)/' },
    ),
    rule(
      'markdown-not-beside-answers',
      'Only the task imports what renders: elsewhere a text is handed to `renderInThread`.',
      { path: '^(web|server)/', pathNot: '(^server/markdown/render\\.task\\.ts$|\\.test\\.ts$)' },
      { path: '^server/markdown/render\\.ts$' },
    ),
    rule(
      'estimates-in-their-thread',
      'Passwords are estimated in the threads that hash them: elsewhere `checkStrength` asks those.',
      { path: '^(web|server)/', pathNot: '(^server/auth/password-strength\\.ts$|\\.test\\.ts$)' },
      { path: '^node_modules/@zxcvbn-ts/' },
    ),
    rule(
      'estimates-not-beside-answers',
      'Only the task imports what estimates, and only once a password is chosen: its word lists are megabytes.',
      { path: '^(web|server)/', pathNot: '(^server/auth/password\\.task\\.ts$|\\.test\\.ts$)' },
      { path: '^server/auth/password-strength\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'reading-pages-light',
      'Reading pages carry no UI kit, no react-query, no full zod.',
      { path: '^web/(features/(home|dataset-detail)/|entry-reading|reading)' },
      { path: '^node_modules/(@mantine|@tanstack|zod/v4/classic|zod/index)', reachable: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
    exclude: { path: '^(dist|data|demo-data)/' },
  },
};
