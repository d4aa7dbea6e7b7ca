export { type BackupReport, backUp } from './back-up.ts';
export { type LastBackup, lastBackupOf } from './last-backup.store.ts';
export { createReopening, type Reopening } from './reopening.ts';
export { type KeysFound, type RestoreReport, restore } from './restore.ts';
