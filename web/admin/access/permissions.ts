import type { Endpoint, PermissionTag } from '../../../contract/endpoint.ts';

/** The requirement of a page element (§5). With both lists given, both must be met. */
export interface Requirement {
  /** Any one of these. */
  roles?: readonly string[];
  /** Any one of these. */
  tags?: readonly string[];
  /** What it allows changes something, so it needs the network. */
  changes?: boolean;
}

/** Roles and permission tags of an administrator, from the user info. */
export interface Permissions {
  roles: readonly string[];
  permisaction: readonly string[];
}

const everything = '*:*:*';

/** Whether a held tag grants the wanted one, segment by segment; `*` as a segment is a wildcard (decisions §2). */
function grants(held: string, wanted: string): boolean {
  const have = held.split(':');
  const want = wanted.split(':');
  return have.length === want.length && have.every((part, place) => part === '*' || part === want[place]);
}

/**
 * §5, the permission rule on page elements.
 * @throws when the requirement has neither a role nor a tag: a programming error
 */
export function isAllowed({ roles, permisaction }: Permissions, required: Requirement): boolean {
  if (!required.roles?.length && !required.tags?.length) {
    throw new Error('§5: a permission rule needs a non-empty list of roles or permission tags.');
  }
  if (permisaction.includes(everything)) return true;
  const byRole = !required.roles?.length || required.roles.some((role) => roles.includes(role));
  const byTag =
    !required.tags?.length || required.tags.some((tag) => permisaction.some((held) => grants(held, tag)));
  return byRole && byTag;
}

/** The permission tag of a call, from the contract, so that a button and its call never disagree. */
export function tagOf({ who }: Pick<Endpoint, 'who'>): PermissionTag {
  if (who.kind !== 'admin') throw new Error('This call asks for no permission tag.');
  return who.tag;
}

/** The requirement for any one of these calls. */
export const toCall = (...endpoints: Pick<Endpoint, 'who' | 'method'>[]): Requirement => ({
  tags: endpoints.map(tagOf),
  changes: endpoints.some(({ method }) => method !== 'GET'),
});
