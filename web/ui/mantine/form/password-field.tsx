import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';

/** A password that can be shown, with the keyboard too; the button says which of the two it does. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        // The kit's own colour does not follow the page's.
        style: { color: 'var(--muted)' },
        'aria-label': visible ? t.account.hidePassword : t.account.showPassword,
      }}
    />
  );
}
