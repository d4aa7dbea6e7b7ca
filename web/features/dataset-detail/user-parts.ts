import { UserAction, UserCell } from './download-links.tsx';
import { LeadPanel, RowPanels } from './row-panels.tsx';

/** What only signed-in users see: one chunk, which visitors do not load. */
export const userParts = { LeadPanel, RowPanels, UserAction, UserCell };
export type UserParts = typeof userParts;
