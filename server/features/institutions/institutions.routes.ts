import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  addLink,
  confirmSignIn,
  deleteLink,
  exchangeSignIn,
  finishSignIn,
  listInstitutions,
  listLinks,
  registerBySignIn,
  sendSignInCode,
  startSignIn,
} from '../../../contract/institutions.ts';
import { ANSWERED, asUser, type Route } from '../../http/index.ts';
import type { Institution } from '../../shared/institutions.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { HandshakeService } from './handshake.service.ts';
import type { LinksService } from './links.service.ts';
import type { SignInsService } from './sign-ins.service.ts';

interface Dependencies {
  institutions: readonly Institution[];
  cookie: BrowserCookie;
  handshake: HandshakeService;
  signIns: SignInsService;
  links: LinksService;
}

export const originOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

export function send(
  reply: FastifyReply,
  { location, cookie }: { location: string; cookie?: string },
): typeof ANSWERED {
  if (cookie !== undefined) reply.header('set-cookie', cookie);
  reply.redirect(location, 302);
  return ANSWERED;
}

/** access.md, "Sign-in with the institution". */
export function institutionRoutes(route: Route, given: Dependencies): void {
  const { institutions, cookie, handshake, signIns, links } = given;
  const limit = { limit: 'institution' };
  route(listInstitutions, async () => institutions.map(({ id, name }) => ({ id, name })));
  route(
    startSignIn,
    async ({ params, query, reply }) => send(reply, await handshake.begin(params.id, query.redirect)),
    limit,
  );
  route(
    finishSignIn,
    async ({ request, reply }) => {
      const [, query = ''] = /\?(.*)$/s.exec(request.raw.url ?? '') ?? [];
      return send(reply, await handshake.finish(query, request.headers.cookie));
    },
    limit,
  );
  route(
    exchangeSignIn,
    async ({ body, caller, request, reply }) => {
      const state = await signIns.exchange(body, request.headers.cookie, caller, originOf(request));
      reply.header('set-cookie', cookie.clear());
      return state;
    },
    limit,
  );
  route(sendSignInCode, ({ body, request }) => signIns.sendCode(body, request.ip), { limit: 'code' });
  route(confirmSignIn, ({ body, request }) => signIns.confirm(body, originOf(request)), limit);
  route(registerBySignIn, ({ body, request }) => signIns.register(body, originOf(request)), {
    limit: 'register',
  });
  route(listLinks, ({ caller }) => links.list(asUser(caller).id));
  route(addLink, ({ caller, body, request }) => links.add(asUser(caller).id, body, request.ip));
  route(deleteLink, ({ caller, params, request }) => links.remove(asUser(caller).id, params.id, request.ip));
}
