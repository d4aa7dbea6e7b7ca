import { useQuery } from '@tanstack/react-query';
import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import { choicesQuery } from './datasets.query.ts';

const defaultOf = (entries: readonly DictEntry[] | undefined): string =>
  entries?.find(({ isDefault }) => isDefault)?.dictValue ?? '';

/** Defaults of a new dataset from the dictionary (decisions §7). Undefined until loaded. */
export function useUsualValues(): { modalityName: string; license: string } | undefined {
  const modality = useQuery(choicesQuery('modality'));
  const license = useQuery(choicesQuery('license'));
  if (modality.isPending || license.isPending) return undefined;
  return { modalityName: defaultOf(modality.data), license: defaultOf(license.data) };
}
