import { answerProblem, listProblemReports, reportProblem } from '../../../contract/problem-reports.ts';
import { asAdmin, asUser, languageFor, type Route } from '../../http/index.ts';
import type { ProblemReportsService } from './problem-reports.service.ts';
import type { ProblemReportsStore } from './problem-reports.store.ts';

/** access.md, "After the download": Report a problem. */
export function problemReportsRoutes(
  route: Route,
  service: ProblemReportsService,
  store: ProblemReportsStore,
): void {
  route(
    reportProblem,
    ({ caller, body, request }) => service.report(asUser(caller), body, languageFor(request.headers)),
    { limit: 'report' },
  );
  route(listProblemReports, ({ query }) => store.list(query));
  route(answerProblem, ({ params, body, caller, audit }) =>
    service.answer(params.id, body.answer, asAdmin(caller).id, audit),
  );
}
