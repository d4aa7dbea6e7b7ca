export { auditBy } from './audit.store.ts';
export {
  type Audit,
  type AuditBy,
  aboutUser,
  type Change,
  type Changed,
  changes,
  type Note,
  type RecordChange,
} from './audit.ts';
export type { AdminCaller, Caller, GuestCaller, Identify, UserCaller } from './caller.ts';
export { captchaStore } from './captcha.store.ts';
export type { Captchas } from './captcha.ts';
export { createAuth } from './create-auth.ts';
export { endAdminSessions, endEverything } from './end-sessions.store.ts';
export type { FailedLogins } from './failed-logins.ts';
export { firstAdministrator } from './first-admin.store.ts';
export { type Guests, isGuestToken } from './guests.ts';
export { keyFileOf, parseKeyFile } from './key-file.ts';
export { keysStore } from './keys.store.ts';
export { type Keys, openKeys } from './keys.ts';
export { type CodePurpose, mailedCodeStore } from './mailed-codes.store.ts';
export type { MailedCodes } from './mailed-codes.ts';
export { assertKeys, openPortalKeys } from './open-keys.ts';
export type { OwnAdminProof } from './own-admin-proof.ts';
export type { OwnProofCheck } from './own-proof.ts';
export type { PasswordOrder } from './password.task.ts';
export {
  type PasswordReset,
  resetAdministrator,
  unlinkInstitutions,
  withdrawResets,
} from './password-reset.store.ts';
export { passwordThreads } from './password-threads.ts';
export { checkPassword, checkStrength, hashPassword } from './passwords.ts';
export { grants, tagsOf } from './permissions.ts';
export { personalTokenStore, type StoredToken } from './personal-tokens.store.ts';
export { type PersonalTokens, personalTokens } from './personal-tokens.ts';
export { retryOnConflict } from './retry-on-conflict.ts';
export type { SecondFactor } from './second-factor.ts';
export {
  holdPassword,
  type Identity,
  lifetimes,
  type Origin,
  type Session,
  sessionStore,
  statusNow,
} from './session.store.ts';
export type { Sessions } from './sessions.ts';
export type { SignInLog } from './sign-in-log.store.ts';
export type { Tickets } from './tickets.ts';
export { hashToken, newToken } from './tokens.ts';
export { enrolment } from './totp.ts';
export { type Unfollowed, type UnfollowTokens, unfollowTokens } from './unfollow-tokens.ts';
