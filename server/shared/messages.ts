import type { Language } from '../../texts/languages.ts';
import { zhCNMessageWords, zhCNThings } from '../../texts/zh-CN-message-words.ts';
import { zhCNMessages } from '../../texts/zh-CN-messages.ts';
import { zhCNMessagesAccess } from '../../texts/zh-CN-messages-access.ts';
import { zhCNMessagesFiles } from '../../texts/zh-CN-messages-files.ts';

/** The type of a sentence whose `{name}` placeholders are filled in. */
type Filled<Sentence> = Sentence extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Sentence;

/**
 * A message for the client: an English sentence whose Chinese translation is in texts/zh-CN-messages.ts. A missing one
 * is a type error: add it there.
 */
export type Message = Filled<
  keyof typeof zhCNMessages | keyof typeof zhCNMessagesFiles | keyof typeof zhCNMessagesAccess
>;

/** Things that may be "not found". */
export type Thing = keyof typeof zhCNThings;

const sentences: Record<string, string> = { ...zhCNMessages, ...zhCNMessagesFiles, ...zhCNMessagesAccess };
const whole = new Map(
  Object.entries({ ...sentences, ...zhCNThings, ...zhCNMessageWords }).filter(
    ([key]) => !/\{\w+\}/.test(key),
  ),
);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sentences with placeholders, the most literal ones first: `Enter {what}.` also matches what others match better. */
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

/** Longer than any message with its values: not one of ours, so not translated. */
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

/** Translates a message. Values in placeholders stay as they are. */
export const translated = (message: string, language: Language): string =>
  language === 'en' ? message : inChinese(message);

/** A message about one of several items, prefixed with its name. */
export const about = (name: string, message: Message): Message => `${name}: ${message}` as Message;
