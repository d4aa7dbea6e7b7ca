/** What the page tells of a version beside its files: one chunk. */
export { RequestNotice } from '../request-notice.tsx';
export { TermsNotice } from '../signing/terms-notice.tsx';
export { MoreAbout } from './more-about.tsx';
export { ReleaseBanner } from './release-banner.tsx';
export { Usage } from './usage.tsx';
export { Versions } from './versions.tsx';
