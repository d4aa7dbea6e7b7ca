export { reopeningRoutes as serveReopening } from './reopening.routes.ts';
