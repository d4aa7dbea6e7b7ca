import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { limits } from '../../../../contract/limits.ts';
import { useStore } from '../../../ui/store.ts';
import { cookieStore } from '../settings/cookie-store.ts';

/** §3, interface state. */
export type Device = 'desktop' | 'mobile';

/** §2: below 992 px it is a mobile, also after a resize. */
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
  /** After a navigation: closes the overlay of a mobile, and leaves a desktop's sidebar as it is. */
  onNavigate(): void;
}

/** A mobile's overlay opens and closes by itself too, so none of that is kept. */
export function useSidebar(): SidebarState {
  const device = useDevice();
  const kept = useStore(openOnDesktop);
  const [overlay, { toggle, close }] = useDisclosure();
  return device === 'mobile'
    ? { device, open: overlay, toggle, onNavigate: close }
    : { device, open: kept, toggle: () => openOnDesktop.set(!kept), onNavigate: close };
}
