import assert from 'node:assert/strict';
import { fuzzRuns, seeded } from '../support/fuzzRuns';
import { startGeminiServer, type GeminiServer } from '../support/geminiServer';
import type { How } from './decisionLedger';
import { World } from './decisionWorld';

describe('Whatever a model, hooks, files and users do,', function () {
  let server: GeminiServer;
  before(async () => (server = await startGeminiServer()));
  after(() => server.close());

  /** Gives what happened: a world in which nothing happens shows nothing. */
  const play = async (random: () => number): Promise<Record<How, number>> => {
    const world = new World(random, server.url);
    server.respond(({ method }) => (method === 'streamGenerateContent' ? world.reply() : undefined));
    let seen = 0;
    let session = world.open();
    for (let step = 0; step < 3; step++) {
      world.snapshot();
      const stopsAt = random() < 0.2 ? Math.floor(random() * 30) : Infinity;
      const stop = session.subscribe(event => {
        if (++seen === stopsAt) session.stop();
        world.answer(session, event);
      });
      await (random() < 0.7 ? session.submit([{ type: 'text', text: 'Go.' }]) : session.resume());
      await world.undo();
      world.check();
      if (random() < 0.5) await world.restore();
      world.check();
      stop();
      const read = session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
      for (const { name, content, status } of read)
        if (name === 'sneak' && status === 'success')
          assert.ok(content.includes('[[],false]') || !content.includes('[['), content);
      session = world.open(random() < 0.5 ? world.tampered(session) : session.state);
      session.recover();
      assert.equal(session.decide('forged', { decision: 'accept' }), false);
      world.check();
    }
    return world.ledger.counts;
  };

  const runs = Math.min(fuzzRuns(6), 5000);
  it('no byte is written and no process started without a recorded decision that covers exactly it', async function () {
    this.timeout(60_000 + runs * 4000);
    const random = seeded();
    const all: Record<How, number> = { allowed: 0, accepted: 0, edited: 0, putBack: 0, refused: 0, started: 0 };
    for (let i = 0; i < runs; i++) {
      const counts = await play(random);
      for (const how of Object.keys(all) as How[]) all[how] += counts[how];
    }
    assert.ok(all.allowed + all.accepted + all.edited > runs / 2, JSON.stringify(all));
    assert.ok(all.started > 0, 'no process was started');
    assert.ok(all.putBack > 0, 'nothing was put back');
  });
});
