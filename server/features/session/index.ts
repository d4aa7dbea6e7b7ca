import type { FailedLogins, SecondFactor, Sessions, SignInLog } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { sessionRoutes } from './session.routes.ts';
import { sessionService } from './session.service.ts';
import { signInStore } from './session.store.ts';

interface Dependencies {
  db: Db;
  sessions: Sessions;
  failedLogins: FailedLogins;
  secondFactor: SecondFactor;
  logSignIn: SignInLog;
  now: () => number;
}

/** Signing in and out. */
export const serveSessions = (route: Route, { db, ...given }: Dependencies): void =>
  sessionRoutes(route, sessionService({ store: signInStore(db), ...given }));
