import type { Release } from '../../contract/releases.ts';

/** Of a version that is alone and says nothing of itself. */
export const plainRelease: Release = {
  note: '',
  freezing: null,
  withdrawnAt: null,
  withdrawnReason: '',
  identifiers: { doi: '', conceptDoi: '', authorList: [], funders: [], relatedWorks: [] },
  frozenChanges: [],
  purgedFiles: [],
  versions: [],
};
