import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import { workbook } from './workbook.ts';

export const write = async (entries: DictEntry[]): Promise<Uint8Array> =>
  new Uint8Array(await workbook(entries));
