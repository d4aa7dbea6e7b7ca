import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  askToStopMails,
  getMailPreferences,
  setMailPreferences,
  stopMails,
} from '../../../contract/recalls.ts';
import { recallMails as en } from '../../../texts/en-recall-mails.ts';
import { recallMails as zhCN } from '../../../texts/zh-CN-recall-mails.ts';
import { ANSWERED, asUser, languageFor, languageVary, type Route } from '../../http/index.ts';
import type { MailPreferencesStore } from './mail-preferences.store.ts';
import type { StopLinks } from './mail-preferences.ts';

const texts = { en: en.stop, 'zh-CN': zhCN.stop };

interface Dependencies {
  store: MailPreferencesStore;
  stopLinks: StopLinks;
  now: () => number;
}

/** Sends a page of a few words; whoever comes from a mail program needs no script and no session. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  code: 200 | 400,
  say: 'ask' | 'done' | 'wrong',
): Promise<typeof ANSWERED> {
  const { title, home, confirm, ...words } = texts[languageFor(request.headers)];
  // The button posts to the page's own address, token included.
  const page = { title, text: words[say], button: say === 'ask' ? confirm : undefined, home };
  const { html, headers } = await request.server.shortPage(page, request);
  reply
    .code(code)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', vary: languageVary, ...headers })
    .send(html);
  return ANSWERED;
}

/** Which mails an account wants: set by its owner, or by the link in a mail. */
export function mailPreferencesRoutes(route: Route, { store, stopLinks, now }: Dependencies): void {
  route(getMailPreferences, async ({ caller }) => ({ recalls: await store.wantsRecalls(asUser(caller).id) }));
  route(setMailPreferences, async ({ caller, body }) => {
    await store.setRecalls(asUser(caller).id, body.recalls, now());
    return body;
  });

  route(askToStopMails, async ({ query, request, reply }) => {
    const known = stopLinks.accountOf(query.token) !== undefined;
    return sendPage(request, reply, known ? 200 : 400, known ? 'ask' : 'wrong');
  });

  route(stopMails, async ({ query, request, reply }) => {
    const userId = stopLinks.accountOf(query.token);
    if (userId === undefined) return sendPage(request, reply, 400, 'wrong');
    // The same answer for an account that is gone.
    await store.setRecalls(userId, false, now());
    return sendPage(request, reply, 200, 'done');
  });
}
