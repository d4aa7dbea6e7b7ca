export { healthRoutes as serveHealth } from './health.routes.ts';
