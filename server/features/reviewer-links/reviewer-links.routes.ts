import { addReviewerLink, listReviewerLinks, revokeReviewerLink } from '../../../contract/reviewer-links.ts';
import { asAdmin, type Route } from '../../http/index.ts';
import type { ReviewerLinksService } from './reviewer-links.service.ts';

/** access.md, "Reviewer link": the links of a version, for who may change what it asks for. */
export function reviewerLinksRoutes(route: Route, service: ReviewerLinksService): void {
  route(listReviewerLinks, ({ params }) => service.list(params.id));
  route(addReviewerLink, ({ params, body, caller, audit }) =>
    service.add(params.id, body, asAdmin(caller), audit),
  );
  route(revokeReviewerLink, ({ params, caller, audit }) =>
    service.revoke(params.id, asAdmin(caller).id, audit),
  );
}
