import type { Language } from '../../texts/languages.ts';
import { zhCNMessageWords, zhCNThings } from '../../texts/zh-CN-message-words.ts';
import { zhCNMessages } from '../../texts/zh-CN-messages.ts';
import { zhCNMessagesFiles } from '../../texts/zh-CN-messages-files.ts';

/** A sentence whose `{name}`s are filled in with anything. */
type Filled<Sentence> = Sentence extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Sentence;

/**
 * What may be said to somebody who is refused: an English sentence that texts/zh-CN-messages.ts has in Chinese. One
 * that it lacks is a type error: add it there.
 */
export type Message = Filled<keyof typeof zhCNMessages | keyof typeof zhCNMessagesFiles>;

/** What may be said not to be there. */
export type Thing = keyof typeof zhCNThings;

const sentences: Record<string, string> = { ...zhCNMessages, ...zhCNMessagesFiles };
const whole = new Map(
  Object.entries({ ...sentences, ...zhCNThings, ...zhCNMessageWords }).filter(
    ([key]) => !/\{\w+\}/.test(key),
  ),
);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sentences with values, those that say most themselves first: `Enter {what}.` fits what others fit better. */
const patterns = Object.entries(sentences)
  .filter(([key]) => /\{\w+\}/.test(key))
  .map(([key, chinese]) => {
    const parts = key.split(/\{(\w+)\}/);
    const said = parts.filter((_, at) => at % 2 === 0);
    return {
      names: parts.filter((_, at) => at % 2 === 1),
      fits: new RegExp(`^${said.map(escaped).join('(.*)')}$`, 's'),
      length: said.join('').length,
      chinese,
    };
  })
  .sort((a, b) => b.length - a.length);

/** Longer than any sentence of ours, values and all: somebody else's words. */
const LONGEST = 1_000;

function inChinese(message: string): string {
  if (message.length > LONGEST) return message;
  const known = whole.get(message.trim());
  if (known !== undefined) return known;
  for (const { names, fits, chinese } of patterns) {
    const values = fits.exec(message)?.slice(1);
    if (values)
      return chinese.replace(/\{(\w+)\}/g, (_, name) => inChinese(values[names.indexOf(name)] ?? ''));
  }
  const [, name, said = ''] = /^(\S+): (.+)$/s.exec(message) ?? [];
  return name === undefined ? message : `${name}: ${inChinese(said)}`;
}

/** A message of ours in the language of whoever reads it. Values that people have named stay as they are. */
export const translated = (message: string, language: Language): string =>
  language === 'en' ? message : inChinese(message);

/** A message about one of several, which is named before it. */
export const about = (name: string, message: Message): Message => `${name}: ${message}` as Message;
