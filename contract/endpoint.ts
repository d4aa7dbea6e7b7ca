import type { $ZodType, output } from 'zod/v4/core';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `module:entity:action`; `*` as a segment is a wildcard (decisions §2). */
export type PermissionTag = `${string}:${string}:${'read' | 'write'}`;

/** Who may call. There is no default: every endpoint states it. */
export type Who =
  /**
   * No authentication; an invalid token is ignored. `guests`: a reviewer link's guest is known as such, for the one
   * version that the link opens; elsewhere they are anybody.
   */
  | { kind: 'anyone'; guests?: true }
  /** Who opened a reviewer link. */
  | { kind: 'guest' }
  /** A signed-in ordinary user of any status. */
  | { kind: 'user' }
  /**
   * A signed-in administrator holding the tag. `deadToken`: the code for an expired administrator token, where the path
   * does not tell the client which of its tokens was refused (decisions §1, dict and config).
   */
  | { kind: 'admin'; tag: PermissionTag; deadToken?: 6401 }
  /** A signed-in administrator, whatever the role. */
  | { kind: 'any-admin' }
  /** A user by session, download ticket or personal token; checked by the download feature (decisions §5). */
  | { kind: 'download' };

/** The request body: JSON, multipart, either, or none; `one-click`: the form of RFC 8058, which says nothing more. */
export type Takes = 'nothing' | 'json' | 'multipart' | 'json-or-multipart' | 'one-click';

/** `json`: the envelope. `file`: bytes with their own headers; errors are still the envelope. */
export type Answers = 'json' | 'file';

export interface Endpoint<
  Params extends $ZodType | undefined = $ZodType | undefined,
  Query extends $ZodType | undefined = $ZodType | undefined,
  Body extends $ZodType | undefined = $ZodType | undefined,
  Data extends $ZodType | undefined = $ZodType | undefined,
> {
  method: Method;
  /** With `:name` for path parameters and a trailing `*` for a wildcard that may contain slashes. */
  path: string;
  who: Who;
  params: Params;
  /** Undefined: any query parameter is refused. */
  query: Query;
  /** Undefined: no JSON body is read. For multipart it describes the text fields. */
  body: Body;
  data: Data;
  takes: Takes;
  answers: Answers;
  /** Bytes of a JSON body; 64 KiB when absent. */
  bodyLimit?: number;
}

export type Out<Schema> = Schema extends $ZodType ? output<Schema> : undefined;
export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = Out<E['body']>;
export type DataOf<E extends Endpoint> = Out<E['data']>;

type Stated<T> = T extends $ZodType ? T : undefined;

/** Defines one call. Types of callers and handler are inferred from the argument. */
export function defineEndpoint<
  const Path extends string,
  Params extends $ZodType | undefined = undefined,
  Query extends $ZodType | undefined = undefined,
  Body extends $ZodType | undefined = undefined,
  Data extends $ZodType | undefined = undefined,
>(endpoint: {
  method: Method;
  path: Path;
  who: Who;
  params?: Params;
  query?: Query;
  body?: Body;
  data?: Data;
  takes?: Takes;
  answers?: Answers;
  bodyLimit?: number;
}): Endpoint<Stated<Params>, Stated<Query>, Stated<Body>, Stated<Data>> & { path: Path } {
  const takes = endpoint.takes ?? (endpoint.body ? 'json' : 'nothing');
  const { params, query, body, data } = endpoint;
  return { ...endpoint, params, query, body, data, takes, answers: endpoint.answers ?? 'json' } as never;
}
