import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { keepClear } from '../toast-place.ts';
import { ConfirmHost } from './confirm-host.tsx';
import { cssVariablesResolver, theme } from './theme.ts';
import { useColorScheme } from './use-color-scheme.ts';

// Browsers hide the nonce attribute from selectors and markup, but not the property.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The dialogs' scroll lock inserts a style element and reads the nonce from this package.
setNonce(nonce);

const messagesAt = 'bottom-left';

/** Mantine with our tokens, under the strict CSP, with the containers of dialogs and notifications. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const region = `.mantine-Notifications-root[data-position="${messagesAt}"]`;
    const found = document.querySelector<HTMLElement>(region);
    if (found) keepClear(found);
  }, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={useColorScheme()}
      getStyleNonce={() => nonce}
    >
      {children}
      <ConfirmHost />
      <Notifications
        autoClose={limits.toastDuration}
        position={messagesAt}
        limit={4}
        aria-live="polite"
        withinPortal={false}
      />
    </MantineProvider>
  );
}
