export { type BackupReport, backUp } from './back-up.ts';
export { createReopening, type Reopening } from './reopening.ts';
export { type RestoreReport, restore } from './restore.ts';
