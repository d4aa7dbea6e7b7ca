import { isDeepStrictEqual } from 'node:util';
import type { Answer, Portal } from './portal.ts';

/** Refused for certain: nothing was done. After anything else but 200 nobody knows, until it is looked up. */
const refused = (code: number): boolean => (code >= 400 && code < 500) || code === 6401 || code === 507;

/** How many of a thing's last answers are told when it is not as it must be. */
const TOLD = 5;

/** A thing, whatever its states are. */
export type Kept = Pick<Thing<unknown>, 'name' | 'check' | 'mark' | 'checkRestored'>;

/**
 * One thing of the portal (a dataset, an account, a session …) with the state that was acknowledged last, and those that
 * it may have come to by calls whose answer was lost. One call at a time changes it.
 */
export class Thing<State> {
  private maybe: State[] = [];
  /** Since `mark`, or since it was begun: every state that it may have had. */
  private had: State[];
  /** What its last calls were answered, for who has to find out. */
  private readonly answers: string[] = [];
  isBusy = false;
  /** Not looked up any more: what it is cannot be known. */
  isRetired = false;
  readonly name: string;
  acknowledged: State;
  private readonly look: (portal: Portal) => Promise<State>;
  /** Whether what was found is a state: equal, unless said otherwise. */
  private readonly fits: (found: State, state: State) => boolean;

  constructor(
    name: string,
    start: State,
    look: (portal: Portal) => Promise<State>,
    fits: (found: State, state: State) => boolean = isDeepStrictEqual,
  ) {
    this.name = name;
    this.acknowledged = start;
    this.had = [start];
    this.look = look;
    this.fits = fits;
  }

  /** Makes a call that brings it to `next`, and keeps what its answer says. */
  async attempt(next: State, call: () => Promise<Answer>): Promise<Answer> {
    this.maybe.push(next);
    this.had.push(next);
    const answer = await call();
    this.answers.push(`${JSON.stringify(next)}: ${answer.code} ${answer.msg}`);
    if (answer.code === 200) {
      this.acknowledged = next;
      this.maybe = [];
    } else if (refused(answer.code)) {
      this.maybe = this.maybe.filter((state) => state !== next);
    }
    return answer;
  }

  /** It may be so, too, for another reason than a call. */
  mayBe(state: State): void {
    this.maybe.push(state);
    this.had.push(state);
  }

  /** Whether a lost answer has left open what it is. */
  get isOpen(): boolean {
    return this.maybe.length > 0;
  }

  /** Looks it up: it is what was acknowledged, or wholly what a call without an answer wanted. */
  async check(portal: Portal): Promise<string | undefined> {
    const found = await this.look(portal);
    const is = [this.acknowledged, ...this.maybe].find((state) => this.fits(found, state));
    if (is === undefined) {
      const right = [this.acknowledged, ...this.maybe].map((state) => JSON.stringify(state)).join(' nor ');
      return `${this.name} is ${JSON.stringify(found)}, not ${right}; asked and answered: ${this.answers.slice(-TOLD).join(' | ')}`;
    }
    if (this.maybe.length > 0) this.answers.push(`looked up: ${JSON.stringify(found)}`);
    this.acknowledged = is;
    this.maybe = [];
    return undefined;
  }

  /** From now on its states are remembered: a backup may have any of them. */
  mark(): void {
    this.had = [this.acknowledged, ...this.maybe];
  }

  /** Looks it up in a portal that was restored from a backup made since `mark`. */
  async checkRestored(portal: Portal): Promise<string | undefined> {
    const found = await this.look(portal);
    if (this.had.some((state) => this.fits(found, state))) return undefined;
    return `${this.name} was restored as ${JSON.stringify(found)}, which it never was`;
  }
}
