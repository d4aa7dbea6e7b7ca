export { addresses } from './addresses.ts';
export { feed } from './feed.ts';
export { headOf } from './head.ts';
export { jsonLd } from './json-ld.ts';
export { type OpenApi, undescribed } from './openapi/document.ts';
export { servePages } from './serve-pages.ts';
