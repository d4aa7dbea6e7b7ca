import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('§5 the hint on the registration form (decisions §2: 12 characters, no composition rules)', () => {
  it('calls fewer than 12 characters too short', () => {
    expect(passwordStrength('')).toBe(0);
    expect(passwordStrength('Ab1!Ab1!Ab1')).toBe(0);
  });

  it('calls repetition weak, however long', () => {
    expect(passwordStrength('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe(1);
    expect(passwordStrength('abc123abc123abc123')).toBe(1);
  });

  it('calls several plain words strong', () => {
    expect(passwordStrength('museum orbit kettle fjord')).toBe(4);
  });

  it('does not fall when characters are added', () => {
    const whole = 'lantern-quarry 47 velvet';
    const scores = [12, 16, 20, 24].map((length) => passwordStrength(whole.slice(0, length)));
    expect(scores).toEqual(scores.toSorted());
  });
});
