import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';

/** A password field with a keyboard-accessible button that shows or hides it, labelled by its action. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        // Mantine's own colour does not follow the theme, and its size is 26 in a control of 36.
        style: { color: 'var(--muted)', width: 28, height: 28 },
        'aria-label': visible ? t.account.hidePassword : t.account.showPassword,
      }}
    />
  );
}
