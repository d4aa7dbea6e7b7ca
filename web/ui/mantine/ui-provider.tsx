import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { keepClear } from '../toast-place.ts';
import { ConfirmHost } from './confirm-host.tsx';
import { cssVariablesResolver, theme } from './theme.ts';
import { useColorScheme } from './use-color-scheme.ts';

// Browsers hide the attribute from selectors and markup, but not from the property.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock under dialogs writes a style of its own and asks this package for the nonce.
setNonce(nonce);

const messagesAt = 'bottom-left';

/** The kit on our tokens, under the strict policy, with the places where dialogs and messages appear. */
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
