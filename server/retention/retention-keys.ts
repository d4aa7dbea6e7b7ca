import * as z from 'zod';
import { type BuiltInKey, judgedBy } from '../configuration/index.ts';
import { DAY } from '../shared/time.ts';

const MOST_DAYS = 36_500;
/** Days that a session lasts at most: until then its replaced tokens are needed to detect a stolen one. */
const LEAST_OVER = 7;
const NEVER = 'never';

const daysFrom = (least: number, value: string): number | undefined => {
  const days = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : 0;
  return days >= least && days <= MOST_DAYS ? days : undefined;
};

const days = (least: number, words: string) =>
  judgedBy(
    z
      .string()
      .trim()
      .refine((value) => daysFrom(least, value) !== undefined, words),
  );

const overKey: BuiltInKey = {
  key: 'retention.overDays',
  name: 'Days until sessions, codes, links and invitations that are over are removed',
  first: '30',
  hint: `From ${LEAST_OVER} to ${MOST_DAYS}.`,
  isPublic: false,
  check: days(LEAST_OVER, `Enter a number of days from ${LEAST_OVER} to ${MOST_DAYS}.`),
};

const mailKey: BuiltInKey = {
  key: 'retention.mailDays',
  name: 'Days until the address of a sent mail is removed',
  first: '90',
  hint: `From 1 to ${MOST_DAYS}.`,
  isPublic: false,
  check: days(1, `Enter a number of days from 1 to ${MOST_DAYS}.`),
};

const daysOrNever = judgedBy(
  z
    .string()
    .trim()
    .refine(
      (value) => value === NEVER || daysFrom(1, value) !== undefined,
      `Write never, or a number of days from 1 to ${MOST_DAYS}.`,
    ),
);

const recordKey: BuiltInKey = {
  key: 'retention.recordAddressDays',
  name: 'Days until the network address in a download record or a signature is removed',
  first: NEVER,
  hint: `never, or from 1 to ${MOST_DAYS}; what was removed does not come back.`,
  isPublic: false,
  check: daysOrNever,
};

const signatureKey: BuiltInKey = {
  key: 'retention.signatureDays',
  name: 'Days until a signature under terms is removed',
  first: NEVER,
  hint: `never, or from 1 to ${MOST_DAYS}; whose signature was removed signs again before downloading.`,
  isPublic: false,
  check: daysOrNever,
};

/** Configuration keys of the retention periods (decisions §10). */
export const retentionKeys: readonly BuiltInKey[] = [overKey, mailKey, recordKey, signatureKey];

/** Periods in ms. */
export interface Retention {
  over: number;
  mail: number;
  /** Of records and signatures. Undefined: kept for ever. */
  recordAddress: number | undefined;
  signature: number | undefined;
}

/** Parses the periods. An invalid value, written directly into the database, counts as the initial one. */
export function retentionOf(values: ReadonlyMap<string, string>): Retention {
  const of = ({ key, first }: BuiltInKey, least: number) =>
    (daysFrom(least, values.get(key) ?? first) ?? Number(first)) * DAY;
  const orNever = ({ key }: BuiltInKey) => {
    const days = daysFrom(1, values.get(key) ?? NEVER);
    return days === undefined ? undefined : days * DAY;
  };
  return {
    over: of(overKey, LEAST_OVER),
    mail: of(mailKey, 1),
    recordAddress: orNever(recordKey),
    signature: orNever(signatureKey),
  };
}
