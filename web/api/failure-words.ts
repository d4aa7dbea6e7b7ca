import { t } from '#texts/reading';
import { storedLiteral } from '../session/wording.ts';

/** §8's literal of a network failure gets an explanation; other messages explain themselves. */
export const secondLine = (msg: string): string | undefined =>
  msg === storedLiteral().serverConnectError ? t.session.reachAgain : undefined;

/** The text of a failed call for a form's summary, a region or the page. */
export function failureWords({ msg }: { msg: string }): string {
  const more = secondLine(msg);
  return more === undefined ? msg : `${msg} ${more}`;
}
