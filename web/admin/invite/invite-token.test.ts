import { expect, it } from 'vitest';
import { invitationLink } from '../../../contract/administrators.ts';
import { inviteToken } from './invite-token.ts';

const TOKEN = 'abc-_123'.repeat(6);

it('threats row 13: the token of an invitation stands where no server and no log sees it', () => {
  const link = new URL(invitationLink('https://portal.example', TOKEN));
  expect(link.pathname + link.search).toBe('/admin/invite');
  expect(inviteToken(link.hash)).toBe(TOKEN);
});

it('a link that was cut short has none', () => {
  for (const hash of ['', '#', '#token', '#token=', '#other=x', `#token=${TOKEN.slice(0, 42)}`])
    expect(inviteToken(hash)).toBeUndefined();
});
