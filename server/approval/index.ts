export {
  addressHistoryOf,
  forgetNote,
  isSubjectNoted,
  noteAddress,
  noteSubject,
  type Subject,
} from './address-history.store.ts';
export { createApproval } from './create-approval.ts';
export { expiryStore } from './expiry.store.ts';
export { expiry } from './expiry.ts';
export { forgetPerson } from './forget-person.store.ts';
export { identitiesOf, markIdentities } from './linked-identities.store.ts';
export { addApplicant, type NewUser } from './new-applicant.store.ts';
export { policyKeys } from './policy.keys.ts';
export type { PolicyStore } from './policy.store.ts';
export type { Settle } from './rules.store.ts';
