import type { Fixity } from '../../../contract/catalogue.ts';
import { t as enMachines } from '../../../texts/en-machines.ts';
import { t as enReading } from '../../../texts/en-reading.ts';
import type { Language, Translated } from '../../../texts/languages.ts';
import { t as zhCNMachines } from '../../../texts/zh-CN-machines.ts';
import { t as zhCNReading } from '../../../texts/zh-CN-reading.ts';

const sentences: Record<Language, Translated<typeof enMachines.fixity>> = {
  en: enMachines.fixity,
  'zh-CN': zhCNMachines.fixity,
};
const reading: Record<Language, Translated<typeof enReading>> = { en: enReading, 'zh-CN': zhCNReading };

/** What the last checks found, in one sentence. */
export function fixityWords({ files, damaged, days }: Omit<Fixity, 'says'>, language: Language): string {
  const { detail, transfer } = reading[language];
  const { format } = new Intl.NumberFormat(language);
  const plural = (count: number, [one, many]: readonly string[]) =>
    `${format(count)} ${count === 1 ? one : many}`;
  const all = plural(files, detail.file);
  return damaged > 0
    ? sentences[language].damaged(format(damaged), all)
    : sentences[language].verified(files, all, plural(days, transfer.day));
}
