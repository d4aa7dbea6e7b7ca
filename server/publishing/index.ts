export { addresses } from './addresses.ts';
export { describe } from './describe.ts';
export { feed } from './feed.ts';
export { makes } from './formats.routes.ts';
export { headOf } from './head.ts';
export { jsonLd } from './json-ld.ts';
export { type OpenApi, undescribed } from './openapi/document.ts';
export { servePages } from './serve-pages.ts';
export { linksOfContent } from './signposting.ts';
