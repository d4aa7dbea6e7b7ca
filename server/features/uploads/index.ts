export { uploadsRoutes as serveUploads } from './uploads.routes.ts';
