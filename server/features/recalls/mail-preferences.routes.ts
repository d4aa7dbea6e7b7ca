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
import { escapeHtml } from '../../shared/escape.ts';
import type { MailPreferencesStore } from './mail-preferences.store.ts';
import type { StopLinks } from './mail-preferences.ts';

const texts = { en: en.stop, 'zh-CN': zhCN.stop };

interface Dependencies {
  store: MailPreferencesStore;
  stopLinks: StopLinks;
  now: () => number;
}

/** Sends a page of a few words; whoever comes from a mail program needs no script and no session. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  code: 200 | 400,
  say: 'ask' | 'done' | 'wrong',
): typeof ANSWERED {
  const language = languageFor(request.headers);
  const words = texts[language];
  // To its own address, token included.
  const button =
    say === 'ask'
      ? `<form method="post"><button type="submit">${escapeHtml(words.confirm)}</button></form>`
      : '';
  reply
    .code(code)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-language': language, vary: languageVary })
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(words.title)}</title>
<main><h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words[say])}</p>${button}
<p><a href="/">${escapeHtml(words.home)}</a></p></main></html>`,
    );
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
