import { limits } from '../../../contract/limits.ts';

/**
 * A hint while typing, 0 (too short) to 4. The server decides, with a real estimate and a block list, whose
 * dictionaries would be larger than the whole page.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < limits.userPasswordMin) return 0;
  const different = new Set(password.toLowerCase()).size;
  if (different < 5 || /^(.{1,6})\1+$/.test(password)) return 1;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  // Length weighs most; more kinds of characters and fewer repetitions add to it.
  const score = password.length + kinds * 2 + different / 2;
  if (score < 22) return 2;
  return score < 28 ? 3 : 4;
}
