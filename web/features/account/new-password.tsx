import { t } from '#texts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { StrengthHint } from './strength-hint.tsx';

/** A field for a new password, with the rule and its strength so far. */
export function NewPassword({ field, label, value }: { field: object; label: string; value: string }) {
  return (
    <div>
      <PasswordField
        {...field}
        label={label}
        description={t.account.register.passwordHint}
        autoComplete="new-password"
        size="md"
      />
      <StrengthHint password={value} />
    </div>
  );
}
