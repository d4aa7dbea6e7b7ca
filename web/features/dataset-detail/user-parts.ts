import { CommandLine } from './command-line.tsx';
import { UserAction, UserCell } from './download-links.tsx';

/** What only signed-in users see: one chunk, which visitors do not load. */
export const userParts = { CommandLine, UserAction, UserCell };
export type UserParts = typeof userParts;
