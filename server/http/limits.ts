import { isIPv6 } from 'node:net';

/** Whose requests are counted together: an IPv4 address, or an IPv6 /56, which is what one household gets. */
export function addressKey(ip: string): string {
  const plain = ip
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back];
  const hex = groups.map((group) => group.padStart(4, '0')).join('');
  return `${hex.slice(0, 14)}::/56`;
}

const MINUTE = 60_000;

/** Requests per address (threats.md, "Limits"). */
const perAddress: Record<string, { max: number; timeWindow: number }> = {
  reading: { max: 300, timeWindow: MINUTE },
  code: { max: 60, timeWindow: 60 * MINUTE },
  register: { max: 60, timeWindow: 60 * MINUTE },
  reset: { max: 60, timeWindow: 60 * MINUTE },
  captcha: { max: 300, timeWindow: MINUTE },
};

/** A route's configuration for a named limit. `factor` multiplies it, 0 switches it off. */
export const limitConfig =
  (factor: number) =>
  (name: string): object => {
    const limit = perAddress[name];
    if (!limit) throw new Error(`no limit is named ${name}`);
    if (factor === 0) return {};
    return {
      rateLimit: { max: Math.ceil(limit.max * factor), timeWindow: limit.timeWindow, groupId: name },
    };
  };
