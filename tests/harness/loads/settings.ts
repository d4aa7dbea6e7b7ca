import type { Page } from '../../../contract/lists.ts';
import type { Setting } from '../../../contract/setting.ts';
import { Thing } from '../thing.ts';
import { alone, idle, type Load, type World } from '../world.ts';

/** So many entries at most. */
const MOST = 40;

/** What the portal says of itself, and the entries of the dictionary. */
export function settings(world: World): Load {
  const contact = new Thing<string>(
    'the contact',
    '',
    async (portal) => (await portal.get<Setting>('/api/v1/setting', undefined)).contact,
  );
  const entries: { thing: Thing<string | null>; id: string }[] = [];

  async function add(): Promise<void> {
    const value = `v${world.next()}.`;
    const label = `Label ${value}`;
    const thing = new Thing<string | null>(`entry ${value}`, null, async (portal) => {
      const path = `/api/v1/dict/datalist?dictType=harness&pageSize=100&dictLabel=${encodeURIComponent(value)}`;
      const { list } = await portal.get<Page<{ dictLabel: string }>>(path, await portal.admin());
      if (list.length > 1) throw new Error(`${value} is there more than once`);
      return list[0]?.dictLabel ?? null;
    });
    const one = { thing, id: '' };
    entries.push(one);
    const body = { dictType: 'harness', dictLabel: label, dictValue: value };
    await alone(thing, async () => {
      const { data } = await thing.attempt(label, () =>
        world.portal.asAdmin('POST', '/api/v1/dict/data', body),
      );
      one.id = (data as { dictCode: string } | undefined)?.dictCode ?? '';
    });
  }

  async function change({ thing, id }: (typeof entries)[number]): Promise<void> {
    if (world.random() < 0.4) {
      await thing.attempt(null, () => world.portal.asAdmin('DELETE', `/api/v1/dict/data/${id}`));
      return;
    }
    const dictLabel = `${thing.acknowledged?.split(', ')[0]}, ${world.next()}`;
    await thing.attempt(dictLabel, () =>
      world.portal.asAdmin('PUT', '/api/v1/dict/data', { dictCode: id, dictLabel }),
    );
  }

  return {
    isInBackup: true,
    async act() {
      const dice = world.random();
      if (dice < 0.3) {
        if (contact.isBusy || contact.isOpen) return;
        const next = `Write to us, ${world.next()}.`;
        await alone(contact, () =>
          contact.attempt(next, () => world.portal.asAdmin('POST', '/api/v1/setting', { contact: next })),
        );
        return;
      }
      const known = entries.filter(({ id }) => id !== '');
      const thing = idle(
        known.map((one) => one.thing),
        (label) => label !== null,
        world,
      );
      const one = known.find((each) => each.thing === thing);
      const isFull = entries.filter((each) => each.thing.acknowledged !== null).length >= MOST;
      if (!one || (!isFull && dice < 0.6)) await add();
      else await alone(one.thing, () => change(one));
    },
    things: () => [contact, ...entries.map(({ thing }) => thing)],
  };
}
