import { tSystem } from '#texts/system';
import type { DictEntry } from '../../../../contract/dictionary-entry.ts';
import type { FieldError } from '../../../../contract/envelope.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';

/** An entry as form values: strings only. */
export interface EntryValues extends Record<string, string> {
  dictType: string;
  dictLabel: string;
  dictValue: string;
  dictSort: string;
  status: '0' | '1';
  isDefault: '' | 'yes';
  remark: string;
}

export const newEntry = (dictType: string): EntryValues => ({
  dictType,
  dictLabel: '',
  dictValue: '',
  dictSort: '',
  status: '0',
  isDefault: '',
  remark: '',
});

export const valuesOf = (entry: DictEntry): EntryValues => ({
  dictType: entry.dictType,
  dictLabel: entry.dictLabel,
  dictValue: entry.dictValue,
  dictSort: String(entry.dictSort),
  status: entry.status,
  isDefault: entry.isDefault ? 'yes' : '',
  remark: entry.remark,
});

/** The request body; an empty order is chosen by the server. */
export const bodyOf = ({
  dictType,
  dictLabel,
  dictValue,
  dictSort,
  status,
  isDefault,
  remark,
}: EntryValues) => ({
  dictType: dictType.trim(),
  dictLabel,
  dictValue,
  status,
  isDefault: isDefault === 'yes',
  remark,
  ...(dictSort.trim() !== '' && { dictSort: Number(dictSort) }),
});

/** Client-side validation. */
export function checkEntry(values: EntryValues): FieldError[] {
  const wrongSort = !/^\s*(-?\d{1,7})?\s*$/.test(values.dictSort);
  return [
    ...missing(values, tSystem.dict.missing),
    ...(wrongSort ? [{ path: 'dictSort', message: tSystem.dict.sortWrong }] : []),
  ];
}
