import { queryOptions } from '@tanstack/react-query';
import { listAdministrators } from '../../../../contract/administrators.ts';
import { getRequestForm, getReviewers } from '../../../../contract/request-review.ts';
import { listReviewerLinks } from '../../../../contract/reviewer-links.ts';
import { getDatasetAccess } from '../../../../contract/terms.ts';
import { queryCall } from '../../../api/call.ts';

export const datasetAccessQuery = (id: string) =>
  queryOptions({
    queryKey: ['datasetAccess', id],
    queryFn: ({ signal }) => queryCall(getDatasetAccess, { params: { id }, signal }),
  });

export const requestFormQuery = (id: string) =>
  queryOptions({
    queryKey: ['requestForm', id],
    queryFn: ({ signal }) => queryCall(getRequestForm, { params: { id }, signal }),
  });

export const reviewersQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviewers', id],
    queryFn: ({ signal }) => queryCall(getReviewers, { params: { id }, signal }),
  });

export const reviewerLinksQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviewerLinks', id],
    queryFn: ({ signal }) => queryCall(listReviewerLinks, { params: { id }, signal }),
  });

/** Whom one can choose as a reviewer. */
export const administratorChoicesQuery = queryOptions({
  queryKey: ['administrators', 'choices'],
  queryFn: ({ signal }) => queryCall(listAdministrators, { quiet: true, signal }),
});
