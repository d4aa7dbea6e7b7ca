import {
  acceptGroupInvitation,
  askForOthers,
  declineGroupInvitation,
  getGroup,
  openGroupInvitation,
} from '../../../contract/groups.ts';
import { asUser, languageFor, type Route } from '../../http/index.ts';
import type { GroupsService } from './groups.service.ts';

/** Access.md, "Requests": Groups. */
export function groupsRoutes(route: Route, service: GroupsService): void {
  route(getGroup, ({ params, caller }) => service.read({ datasetId: params.id, userId: asUser(caller).id }));
  route(
    askForOthers,
    ({ params, body, caller, request }) => {
      const of = { datasetId: params.id, userId: asUser(caller).id };
      return service.ask(of, body.addresses, languageFor(request.headers));
    },
    { limit: 'invite' },
  );
  route(openGroupInvitation, ({ body }) => service.invitation(body.token), { limit: 'reading' });
  route(acceptGroupInvitation, ({ body, caller }) => service.accept(body.token, asUser(caller).id));
  route(declineGroupInvitation, ({ body }) => service.decline(body.token), { limit: 'reading' });
}
