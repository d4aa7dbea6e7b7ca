import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir } from 'node:fs/promises';
import type { Endpoint, Who } from '../../contract/endpoint.ts';

/** Every endpoint that any module of the contract exports. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../contract/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  const found = modules
    .flatMap((exported) => Object.values(exported as Record<string, unknown>))
    .filter(
      (value): value is Endpoint =>
        typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value,
    );
  // One that two modules export is one.
  return [...new Set(found)];
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

const paging = ['pageIndex', 'pageSize', 'sort', 'order'];

/** The names of an endpoint's query, as its contract states them. */
const queryKeys = ({ query }: Endpoint): string[] =>
  Object.keys((query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {});
export const isList = (endpoint: Endpoint): boolean => queryKeys(endpoint).includes('pageIndex');
export const filtersOf = (endpoint: Endpoint): string[] =>
  queryKeys(endpoint).filter((name) => !paging.includes(name));

/** The listed sort columns of an endpoint. */
export function sortsOf({ query }: Endpoint): string[] {
  const { shape } = query as unknown as { shape: Record<string, { unwrap?: () => { options: string[] } }> };
  const { sort } = shape;
  return sort?.unwrap?.().options ?? [];
}

/** Whether the audit log must know of a call: an administrator's, and not only a look. */
export const isAdminWrite = ({ who, method }: Endpoint): boolean =>
  (who.kind === 'admin' || who.kind === 'any-admin') && method !== 'GET';

/** A route as it is announced while it is registered. */
export interface Registered {
  method: string | string[];
  url: string;
  config?: { endpoint?: { who?: Who } };
}

/** Builds an app and collects its routes meanwhile: Fastify announces each new instance. */
export async function withRoutes<T>(build: () => Promise<T>): Promise<[T, Registered[]]> {
  const routes: Registered[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as {
      fastify: { addHook: (name: 'onRoute', hook: (route: Registered) => void) => void };
    };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', listen);
  try {
    return [await build(), routes];
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

/** `<METHOD> <url>` of the calls that do not say who may make them. Pages and files need nobody. */
export const unruled = (routes: Registered[]): string[] =>
  routes
    .filter(({ url, config }) => url.startsWith('/api') && config?.endpoint?.who === undefined)
    .map(({ method, url }) => `${method} ${url}`);
