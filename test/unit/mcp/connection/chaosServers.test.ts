// Every fault that a local server can have.
import assert from 'node:assert/strict';
import { FIND_TOOL } from '../../../../src/mcp/tools/findTools';
import { outcomeOf, testFaults, type Fault } from '../../../support/mcp/faults';
import { chaosRow } from '../../../support/mcp/mcpPlace';

const FAULTS: Readonly<Record<string, Fault>> = {
  'has no program': { row: () => ({ command: 'no-such-program' }), refused: /There is no program “no-such-program”/ },
  'ends at once': {
    row: () => chaosRow('exit'),
    refused: /ended: It ended with exit code 3\.\n.*licence has run out/s,
  },
  'says nothing': {
    row: () => chaosRow('silent'),
    refused: /didn’t answer within 30 seconds/,
    waits: true,
  },
  'speaks another protocol': { row: () => chaosRow('future'), refused: /protocol version is not supported/ },
  'offers nothing': { row: () => chaosRow('nothing'), refused: /offers no tools, prompts or resources/ },
  'makes noise on its output': { row: () => chaosRow('noise'), called: /^gone$/ },
  'floods its standard error': { row: () => chaosRow('flood'), called: /^gone$/ },
  'dies during a call': {
    row: () => chaosRow('dies'),
    called: /ended/,
    async after({ broken, clock }) {
      // It is started once more, and no further.
      await clock.until(() => broken.state === 'connected');
      assert.match(await outcomeOf(broken), /ended/);
      await clock.until(() => broken.state === 'failed');
    },
  },
  'hangs during a call': {
    row: () => ({ ...chaosRow('hangs'), timeout: 200 }),
    called: /didn’t answer in time/,
  },
  'answers with an error of the protocol': { row: () => chaosRow('error'), called: /answered with an error: No\./ },
  'answers with what is no answer': {
    row: () => chaosRow('nonsense'),
    called: /sent an answer that violates the protocol/,
  },
  'answers what nobody asked, and twice': { row: () => chaosRow('stray'), called: /^one$/ },
  'answers with 200,000 values': {
    row: () => chaosRow('values'),
    called: /sent a message with more than 100000 values/,
  },
  'answers with 50 MB': {
    row: () => chaosRow('huge'),
    called: /ended: It sent a message of more than 32 MB/,
  },
  'offers 500 tools': {
    row: () => chaosRow('many'),
    tools(names) {
      assert.ok(names.includes(FIND_TOOL));
      assert.equal(names.filter(name => name.startsWith('mcp_broken_')).length, 500);
    },
  },
  'lists pages in a circle': {
    row: () => chaosRow('endless'),
    tools: names => assert.ok(names.includes('mcp_broken_page_2') && names.length < 30),
  },
  'has odd, long, double and built-in names, cyclic schemas and none': {
    row: () => chaosRow('odd'),
    tools(names) {
      const own = names.filter(name => name.startsWith('mcp_broken_'));
      assert.deepEqual(
        own.map(name => name.slice('mcp_broken_'.length, 'mcp_broken_'.length + 9)),
        ['a_b', 'a_b_2', '____', 'long_xxxx', 'read_file', 'missing', 'cyclic'],
      );
      assert.ok(names.every(name => /^[A-Za-z_][\w.:-]{0,63}$/.test(name)));
    },
  },
  'describes a tool by a schema without a bottom': {
    row: () => chaosRow('deepSchema'),
    tools: names =>
      assert.deepEqual(
        names.filter(name => name.startsWith('mcp_broken_')),
        ['mcp_broken_go'],
      ),
  },
  'changes its lists during a turn': {
    row: () => chaosRow('grows'),
    called: /^gone$/,
    async after({ source, broken, clock }) {
      await clock.until(() => clock.hasTimer(1000));
      clock.pass(1000);
      await clock.until(() => broken.offer.tools.length === 2);
      const names = (await source.list()).map(({ name }) => name);
      assert.ok(names.includes('mcp_broken_go') && names.includes('mcp_broken_late'));
    },
  },
};

describe('next to a server without a fault, one that', () => testFaults(FAULTS));
