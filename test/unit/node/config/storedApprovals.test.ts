import assert from 'node:assert/strict';
import { AgentApprovals } from '../../../../src/node/config/agentFiles';
import { openApprovals } from '../../../../src/node/config/storedApprovals';
import { Scratch } from '../../../support/scratch';

const NAME = `approved ${'a'.repeat(64)}`;

describe('Stored approvals', () => {
  let place: Scratch;
  let said: string[];
  beforeEach(async () => {
    place = await Scratch.make();
    said = [];
  });
  afterEach(() => place.close());

  const log = {
    info: () => undefined,
    warn: (message: string) => void said.push(message),
    error: (message: string) => void said.push(message),
  };
  const file = () => place.absolute('approved.json');
  const open = () => openApprovals(file(), log);

  it('are there for whoever opens them next, a line each', async () => {
    (await open()).set(NAME, 'npm run lint');
    assert.equal((await open()).get(NAME), 'npm run lint');
    assert.equal((await place.bytes('approved.json'))?.toString(), `{\n  "${NAME}": "npm run lint"\n}`);
    assert.deepEqual(said, []);
  });

  it('grant nothing where they are malformed, which is said with file and line', async () => {
    const wrong = [`approved ${'b'.repeat(64)}`, `approved ${'c'.repeat(64)}`, 'approved anything'];
    const [number, empty, short] = wrong;
    const values = { [NAME]: 'npm test', [number ?? '']: 1, [empty ?? '']: '', [short ?? '']: 'rm -rf' };
    await place.put('approved.json', JSON.stringify(values, undefined, 2));
    const approvals = await open();
    assert.equal(approvals.get(NAME), 'npm test');
    for (const name of wrong) assert.equal(approvals.get(name), undefined, name);
    assert.deepEqual(
      said.map(message => message.slice(0, message.indexOf(': not'))),
      [3, 4, 5].map(line => `${file()}:${line}`),
    );
  });

  it('grant nothing where the file is no list of them', async () => {
    for (const text of ['{"approved', '[1]', 'null', '"approved"']) {
      await place.put('approved.json', text);
      assert.equal((await open()).get(NAME), undefined, text);
    }
  });

  it('of an agent are those of its file, whatever else is stored under its name', async () => {
    const agent = { file: '/w/.gemini/agents/ada.md', text: 'Ada', source: 'workspace', format: 'gemini' } as const;
    new AgentApprovals(await open()).approve(agent);
    assert.equal(new AgentApprovals(await open()).has(agent), true);
    const stored = (await place.bytes('approved.json'))?.toString() ?? '';
    await place.put('approved.json', stored.replace(agent.file, '/elsewhere.md'));
    assert.equal(new AgentApprovals(await open()).has(agent), false);
  });
});
