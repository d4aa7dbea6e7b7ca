export { advisoryLock, tryAdvisoryLock } from './advisory-lock.ts';
export { databaseClock } from './clock.ts';
export { compiled } from './compiled.ts';
export {
  anyContains,
  contains,
  databaseTime,
  dayOf,
  isDuplicate,
  lowerContains,
  oneOf,
  onPostgres,
  sum,
  unindexed,
} from './dialect.ts';
export { instanceIdOf, lockFile, RESTORING, takeDataFolder } from './instance.ts';
export {
  assertNotNewer,
  lastMigration,
  type MigrationName,
  migrate,
  NewerDatabase,
  type OnUpgrade,
  pendingMigrations,
} from './migrate.ts';
export { up } from './migrations/0006-changed.ts';
export { type Db, lookAt, openDatabase, pendingOf, ping, type Queries } from './open.ts';
export { page } from './page.ts';
export { relaxedDurability } from './relaxed-durability.ts';
export { isEmptyDatabase, restoreDump, snapshot } from './snapshot.ts';
export { foldCase } from './sqlite/fold-case.ts';
export type {
  AddressMarksTable,
  AdministratorsTable,
  AuditTable,
  ConfigTable,
  DatasetsTable,
  DictionaryTable,
  InstitutionSignInsTable,
  InvitationsTable,
  JobsTable,
  NewsKind,
  OutboxTable,
  PublicState,
  RecordsTable,
  RequestsTable,
  ReviewerLinksTable,
  ServersTable,
  SessionsTable,
  SignaturesTable,
  Tables,
  TermsVersionsTable,
  UploadsTable,
  UsersTable,
  ValidCodesTable,
} from './tables.ts';
