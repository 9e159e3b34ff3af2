import assert from 'node:assert/strict';
import { promptsWith } from '../../../../src/mcp/prompts/promptsWith';
import { fakeServers, type FakeServer } from '../../../support/fakeMcp';

const review = { prompts: [{ name: 'review', arguments: [] }] };
const NONE: ReadonlySet<string> = new Set();

describe('a prompt of a server that is slow to start', () => {
  /** Servers of which only the late ones are still starting. */
  const place = async (late: readonly string[], servers: Readonly<Record<string, FakeServer>>) => {
    const arrivals = new Map<string, () => void>();
    const all: Record<string, FakeServer> = { ...servers };
    for (const name of late) {
      all[name] = {
        ...servers[name],
        connect: ({ signal }) =>
          new Promise((resolve, reject) => {
            arrivals.set(name, resolve);
            signal.addEventListener('abort', () => reject(new Error('It was stopped.')), { once: true });
          }),
      };
    }
    const fake = fakeServers(all, { wait: patience });
    await fake.registry.connectAll();
    return { ...fake, arrive: (name: string) => arrivals.get(name)!() };
  };
  const namesOf = async (asked: ReturnType<typeof promptsWith>) => (await asked).map(({ name }) => name);

  it('is waited for by its server’s name, and by no other server', async () => {
    const { registry, arrive } = await place(['notes', 'stuck'], { notes: review, stuck: {} });
    const asked = promptsWith(registry, NONE, 'Notes:review');
    arrive('notes');
    assert.deepEqual(await namesOf(asked), ['review']);
    await registry.close();
  });

  it('is waited for by its own name', async () => {
    const { registry, arrive } = await place(['notes'], { notes: review, fine: {} });
    const asked = promptsWith(registry, NONE, 'review');
    arrive('notes');
    assert.deepEqual(await namesOf(asked), ['review']);
    await registry.close();
  });

  it('delays no prompt that is already there', async () => {
    const { registry } = await place(['stuck'], { notes: review, stuck: {} });
    assert.deepEqual(await namesOf(promptsWith(registry, NONE, 'review')), ['review']);
    await registry.close();
  });
});

/** Patience is over at once; everything else lasts until it is stopped. */
function patience(ms: number, stop: AbortSignal): Promise<void> {
  if (ms === 5000) return new Promise(resolve => setImmediate(resolve));
  return new Promise(resolve => stop.addEventListener('abort', () => resolve(), { once: true }));
}
