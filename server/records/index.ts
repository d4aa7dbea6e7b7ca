export { type Raise, raiseDownloadDays } from './download-days.store.ts';
export { presentRecord, type ShownRecord, shownColumns } from './present-record.ts';
export { lowerPeople, raisePerson } from './record-people.store.ts';
export { countingUsage } from './usage.ts';
