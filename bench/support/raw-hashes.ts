import { verify } from '@node-rs/argon2';
import { hashPassword } from '../../server/auth/index.ts';

export interface RawHashes {
  /** Verifications a second, two at a time. */
  rate: number;
  /** ms of CPU for one. */
  cpu: number;
}

const PASSWORD = 'seven green kettles on the roof';
let stored: Promise<string> | undefined;

/**
 * How fast this machine checks passwords with nothing around it: the same parameters, two at a time, as the server does.
 * No server on this machine signs in more people than that.
 */
export async function rawHashes(ms: number): Promise<RawHashes> {
  stored ??= hashPassword(PASSWORD, 'user');
  const against = await stored;
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let done = 0;
  const one = async () => {
    while (performance.now() - began < ms) {
      await verify(against, PASSWORD);
      done++;
    }
  };
  await Promise.all([one(), one()]);
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { rate: (done * 1_000) / took, cpu: (user + system) / 1_000 / done };
}
