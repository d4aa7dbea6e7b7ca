export { type Raise, raiseDownloadDays } from './download-days.store.ts';
export { presentRecord } from './present-record.ts';
export { forgetPeople, personOf } from './record-people.store.ts';
