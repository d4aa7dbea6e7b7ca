import { StateWord } from '../../ui/mantine/table/state-word.tsx';

const colors: Partial<Record<string, string>> = {
  pending: 'warn',
  needs_info: 'brand',
  rejected: 'error',
  suspended: 'error',
  expired: 'neutral',
  ended: 'neutral',
};

interface Props<Status extends string> {
  status: Status;
  names: Record<Status, string>;
}

export const StatusWord = <Status extends string>({ status, names }: Props<Status>) => (
  <StateWord color={colors[status]}>{names[status]}</StateWord>
);
