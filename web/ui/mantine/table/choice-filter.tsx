import { NativeSelect } from '@mantine/core';
import { t } from '#texts';

type Choice = string | { value: string; label: string };

interface Props {
  label: string;
  /** '' or undefined: any. */
  value: string | undefined;
  choices: readonly Choice[];
  onChange(value: string): void;
}

/** A filter of a few choices, the first of which is not to filter. */
export function ChoiceFilter({ label, value = '', choices, onChange }: Props) {
  return (
    <NativeSelect
      size="sm"
      // As wide as its longest choice otherwise, which may be a name without end.
      maw="min(100%, 320px)"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: t.admin.table.any }, ...choices]}
    />
  );
}
