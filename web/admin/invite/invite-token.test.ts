import { expect, it } from 'vitest';
import { invitationLink } from '../../../contract/administrators.ts';
import { inviteToken } from './invite-token.ts';

it('threats row 13: the token of an invitation stands where no server and no log sees it', () => {
  const link = new URL(invitationLink('https://portal.example', 'abc-_123'));
  expect(link.pathname + link.search).toBe('/admin/invite');
  expect(inviteToken(link.hash)).toBe('abc-_123');
});

it('a link that was cut short has none', () => {
  for (const hash of ['', '#', '#token', '#token=', '#other=x']) expect(inviteToken(hash)).toBeUndefined();
});
