import { t } from '#texts/reading';
import { storedLiteral } from '../session/wording.ts';

/** §8's literal of a network failure is followed by what it means for the person; other messages say that themselves. */
export const secondLine = (msg: string): string | undefined =>
  msg === storedLiteral().serverConnectError ? t.session.reachAgain : undefined;

/** What a failed call says where it belongs: in a form's summary, in a region, in the page. */
export function failureWords({ msg }: { msg: string }): string {
  const more = secondLine(msg);
  return more === undefined ? msg : `${msg} ${more}`;
}
