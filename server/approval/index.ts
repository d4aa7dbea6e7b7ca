export {
  addressHistoryOf,
  forgetNote,
  hashAddress,
  isSubjectNoted,
  noteAddress,
  noteSubject,
  type Subject,
} from './address-history.store.ts';
export { applyingStore } from './applying.store.ts';
export { stillAsks } from './asked-for.store.ts';
export { createApproval } from './create-approval.ts';
export { decisionsStore } from './decisions.store.ts';
export { expiryStore } from './expiry.store.ts';
export { expiry } from './expiry.ts';
export { forgetPerson } from './forget-person.store.ts';
export { accounts, type Kind, requests, tablesOf } from './kind.store.ts';
export { identitiesOf, markIdentities, vouchedFor } from './linked-identities.store.ts';
export { addApplicant, type NewUser } from './new-applicant.store.ts';
export { policyKeys } from './policy.keys.ts';
export type { PolicyStore } from './policy.store.ts';
export { type RequestStandings, requestStandings, requestStatusNow } from './request-standing.store.ts';
export { reviewing, type WantedDecision } from './reviewing.ts';
export type { Settle } from './rules.store.ts';
export { type UsualWait, usualWait } from './usual-wait.ts';
