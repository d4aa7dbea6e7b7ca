import {
  addToken,
  deleteAccount,
  deleteToken,
  endOwnSession,
  endSessions,
  exportAccount,
  listOwnDownloads,
  listSessions,
  listTokens,
} from '../../../contract/own-account.ts';
import { aboutUser, type PersonalTokens, type RecordChange } from '../../auth/index.ts';
import { ANSWERED, asUser, type Route } from '../../http/index.ts';
import { contentDisposition } from '../../shared/disposition.ts';
import type { OwnAccountService } from './own-account.service.ts';
import type { OwnAccountStore } from './own-account.store.ts';

interface Dependencies {
  service: OwnAccountService;
  store: OwnAccountStore;
  tokens: PersonalTokens;
  recordChange: RecordChange;
  now: () => number;
}

/** Sessions, personal access tokens, own downloads, export and removal (decisions §2). */
export function ownAccountRoutes(route: Route, given: Dependencies): void {
  const { service, store, tokens, recordChange, now } = given;
  route(listSessions, ({ caller }) => store.sessions(asUser(caller).id, asUser(caller).tokenHash, now()));
  route(endOwnSession, ({ caller, params }) => service.endSession(asUser(caller).id, params.id));
  route(endSessions, ({ caller }) => store.endEverything(asUser(caller).id, now()));

  route(listTokens, ({ caller }) => service.tokens(asUser(caller).id));
  route(addToken, ({ caller, body }) => service.addToken(asUser(caller).id, body));
  route(deleteToken, ({ caller, params }) => tokens.remove(asUser(caller).id, params.id));

  route(listOwnDownloads, ({ caller, query }) => store.downloads(asUser(caller).id, query));

  route(exportAccount, async ({ caller, request, reply }) => {
    const { id } = asUser(caller);
    const document = await service.export(id);
    const { method, path } = exportAccount;
    await recordChange(undefined, `${method} ${path}`, aboutUser(id), request.ip);
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', contentDisposition('vitrine-account.json'))
      .send(document);
    return ANSWERED;
  });
  route(deleteAccount, ({ caller, body }) => service.remove(asUser(caller).id, body));
}
