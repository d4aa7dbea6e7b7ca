export { lockBuiltIn, readBuiltIn, seedBuiltIn, writeBuiltIn } from './built-in.store.ts';
export { type BuiltInKey, judgedBy, wrongValue } from './built-in.ts';
export { errorLogKey, ticketDaysKey, ticketLifeOf, usageKey } from './portal-keys.ts';
