import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import { subjectOf, whoDid } from './people.ts';

const entry = (some: Partial<AuditEntry>): AuditEntry => ({
  id: '',
  at: '',
  adminId: '',
  adminName: '',
  action: 'POST /api/v1/login',
  subject: 'user 7',
  userId: '7',
  userName: 'Ada Lovelace',
  times: 1,
  before: null,
  after: null,
  ip: '',
  ...some,
});

describe('the audit log names people', () => {
  it('whom an administrator decided about, and the administrator', () => {
    const decided = entry({ adminId: '1', adminName: 'The owner' });
    expect([whoDid(decided), subjectOf(decided)]).toEqual(['The owner', 'Ada Lovelace']);
  });

  it('who signed in; of a try, only whose account it was', () => {
    expect([whoDid(entry({})), subjectOf(entry({}))]).toEqual(['Ada Lovelace', 'Ada Lovelace']);
    const failed = entry({ action: 'POST /api/v1/login (failed)' });
    expect([whoDid(failed), subjectOf(failed)]).toEqual(['Not known', 'Ada Lovelace']);
  });

  it('nobody whose account is gone', () => {
    const gone = entry({ userName: null });
    expect([whoDid(gone), subjectOf(gone)]).toEqual(['A former user', 'a former user']);
  });

  it('what is no person, as it is called', () => {
    const of = (subject: string) => subjectOf(entry({ subject, userId: null, userName: null }));
    expect(of('Brain MRI 1.0')).toBe('Brain MRI 1.0');
    expect(of('site settings')).toBe('site settings');
  });
});
