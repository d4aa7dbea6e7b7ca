import {
  getRequestForm,
  getReviewers,
  type RequestForm,
  type RequestReviewer,
  setRequestForm,
  setReviewers,
} from '../../../contract/request-review.ts';
import type { Route } from '../../http/index.ts';
import { invalid } from '../../shared/errors.ts';
import type { FormsStore } from './forms.store.ts';

/** @throws AppError 400 for one id twice, and for a choice without options */
function judgedForm({ questions }: RequestForm): RequestForm {
  const ids = new Set<string>();
  for (const [at, { id, kind, options }] of questions.entries()) {
    if (ids.has(id)) throw invalid(`questions.${at}.id`, 'Two questions have this id.');
    ids.add(id);
    if (kind === 'choice' && new Set(options).size < Math.max(2, options.length))
      throw invalid(`questions.${at}.options`, 'Give at least two different choices.');
  }
  return {
    questions: questions.map((one) => ({ ...one, options: one.kind === 'choice' ? one.options : [] })),
  };
}

/** For the audit log. */
const notedForm = ({ questions }: RequestForm) => ({
  questions: questions.map(({ kind, label, required }) => ({ kind, label, required })),
});
const notedReviewers = (reviewers: readonly RequestReviewer[]) => ({
  reviewers: reviewers.map(({ username, notice }) => ({ username, notice })),
});

/** Access.md, "Requests": what a dataset asks, and who decides. */
export function formsRoutes(route: Route, store: FormsStore): void {
  route(getRequestForm, ({ params }) => store.form(params.id));
  route(setRequestForm, async ({ params, body, audit }) => {
    const form = judgedForm(body);
    await store.setForm(params.id, form, (trx, { name, before, after }) =>
      audit(trx, { subject: name, before: notedForm(before), after: notedForm(after) }),
    );
    return form;
  });
  route(getReviewers, async ({ params }) => ({ reviewers: await store.reviewers(params.id) }));
  route(setReviewers, async ({ params, body, audit }) => ({
    reviewers: await store.setReviewers(params.id, body.reviewers, (trx, { name, before, after }) =>
      audit(trx, { subject: name, before: notedReviewers(before), after: notedReviewers(after) }),
    ),
  }));
}
