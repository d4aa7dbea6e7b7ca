import { PASSWORD } from '../../support/person.ts';
import { Thing } from '../thing.ts';
import { alone, idle, type Load, type World } from '../world.ts';

/** So many live at once over all people: far below the 20 of each. */
const MOST = 12;

/** ms after which one is not looked up any more: a person's token ends 60 minutes after it was issued (decisions §2). */
const KEPT = 45 * 60_000;

type State = 'in' | 'out';

/** Sign-ins, refreshed and ended: who was signed in is, who was signed out stays out. */
export function sessions(world: World): Load {
  let all: { thing: Thing<State>; token: string; since: number }[] = [];
  const isKept = ({ thing, since }: (typeof all)[number]) =>
    !thing.isRetired && performance.now() - since < KEPT;

  async function signIn(): Promise<void> {
    const { portal } = world;
    const body = { email: world.one(world.people), password: PASSWORD };
    const { code, data } = await portal.call<{ token: string }>('POST', '/api/v1/login', { body });
    if (code !== 200) return;
    const one = { token: data.token, since: performance.now() } as (typeof all)[number];
    one.thing = new Thing<State>(`session ${world.next()} of ${body.email}`, 'in', async (now) => {
      // Not among the codes that the load got: of a session that is over, 401 is right.
      const answer = await now.request('GET', '/api/v1/userInfo', { token: one.token });
      const { code } = ((await answer?.json()) ?? { code: 0 }) as { code: number };
      return code === 200 ? 'in' : code === 401 ? 'out' : (String(code) as State);
    });
    // Decision 0016: the row that begins a session does not wait for the disk.
    if (world.forgets) one.thing.mayBe('out');
    all.push(one);
  }

  async function refresh(one: (typeof all)[number]): Promise<void> {
    const body = { token: one.token };
    const { code, data } = await world.portal.call<{ token: string }>('POST', '/api/v1/refreshtoken', {
      body,
    });
    if (code === 200) Object.assign(one, { token: data.token, since: performance.now() });
    // The new token is lost with the answer, and the old one good for a minute at most.
    else one.thing.isRetired = true;
  }

  return {
    async act() {
      all = all.filter(isKept);
      const live = all.filter(({ thing }) => thing.acknowledged === 'in');
      const thing = idle(
        live.map((one) => one.thing),
        () => true,
        world,
      );
      const one = live.find((each) => each.thing === thing);
      if (live.length < MOST && (!one || world.random() < 0.5)) return signIn();
      if (!one) return;
      await alone(one.thing, () =>
        world.random() < 0.5
          ? refresh(one)
          : one.thing.attempt('out', () => world.portal.call('POST', '/api/v1/logout', { token: one.token })),
      );
    },
    things: () => all.filter(isKept).map(({ thing }) => thing),
    clockJumped() {
      for (const { thing } of all) thing.mayBe('out');
    },
  };
}
