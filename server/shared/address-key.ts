import { isIPv6 } from 'node:net';

/** Groups client addresses for limits: an IPv4 address, or an IPv6 /56, the usual prefix of a household. */
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
