export { addressHistoryOf, forgetNote, noteAddress } from './address-history.store.ts';
export { createApproval } from './create-approval.ts';
export { expiryStore } from './expiry.store.ts';
export { expiry } from './expiry.ts';
export { forgetPerson } from './forget-person.store.ts';
export { policyKeys } from './policy.keys.ts';
export type { PolicyStore } from './policy.store.ts';
export type { Settle } from './rules.store.ts';
