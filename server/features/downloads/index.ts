export { downloadsRoutes as serveDownloads } from './downloads.routes.ts';
