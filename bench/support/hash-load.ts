/** Hashes passwords as the server does, in its own two threads of low priority, until the process is ended. */
import { hashPassword } from '../../server/identity/passwords.ts';

const one = async (): Promise<never> => {
  for (;;) await hashPassword('seven green kettles on the roof', 'user');
};

console.log('hashes');
await Promise.all(Array.from({ length: 4 }, one));
