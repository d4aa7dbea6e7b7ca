import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { limits } from '../../../../contract/limits.ts';
import { useStore } from '../../../ui/store.ts';
import { cookieStore } from '../settings/cookie-store.ts';

/** §3, interface state. */
export type Device = 'desktop' | 'mobile';

/** §2: mobile below 992 px, also after a resize. */
export const useDevice = (): Device =>
  useMediaQuery(`(max-width: ${limits.mobileBreakpoint - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
    ? 'mobile'
    : 'desktop';

/** §4: 1 open, 0 closed; open by default. */
const openOnDesktop = cookieStore<boolean>({
  cookie: 'Portal-Sidebar',
  parse: (text) => text !== '0',
  format: (open) => (open ? '1' : '0'),
});

export interface SidebarState {
  device: Device;
  open: boolean;
  toggle(): void;
  /** After a navigation: closes a mobile's overlay; no-op on a desktop. */
  onNavigate(): void;
}

/** A mobile's overlay also closes by itself, so its state is not stored. */
export function useSidebar(): SidebarState {
  const device = useDevice();
  const kept = useStore(openOnDesktop);
  const [overlay, { toggle, close }] = useDisclosure();
  return device === 'mobile'
    ? { device, open: overlay, toggle, onNavigate: close }
    : { device, open: kept, toggle: () => openOnDesktop.set(!kept), onNavigate: close };
}
