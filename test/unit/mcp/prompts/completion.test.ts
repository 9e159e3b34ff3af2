import assert from 'node:assert/strict';
import type { McpConnection, ServerPrompt, ServerResourceTemplate } from '../../../../src/mcp/connection/mcpConnection';
import { completePrompt, type Completing } from '../../../../src/mcp/prompts/promptCompletion';
import { templateOffers } from '../../../../src/mcp/resources/templateOffers';
import { mentionCompletions } from '../../../../src/context/commands/completions';
import { triggerAt } from '../../../../webview/completing';
import { connectionTo } from '../../../support/fakeMcp';

const prompt: ServerPrompt = {
  name: 'review',
  arguments: [
    { name: 'file', description: 'What to\nreview', isRequired: true },
    { name: 'focus', isRequired: false },
  ],
};

/** A server that offers these values, and what it was asked. */
function completing(values: readonly string[], templates: readonly string[] = []) {
  const asked: Parameters<McpConnection['complete']>[] = [];
  const complete: McpConnection['complete'] = async (...args) => {
    asked.push(args);
    return values.filter(each => each.startsWith(args[1].value));
  };
  const offered = templates.map((uriTemplate): ServerResourceTemplate => ({ uriTemplate, name: 'note' }));
  const server: Completing = {
    name: 'notes',
    offer: { tools: [], prompts: [prompt], resources: [], templates: offered },
    connection: { ...connectionTo('notes', {}, () => undefined), complete },
  };
  return { server, asked };
}

describe('the arguments of a server’s prompt', () => {
  const inserted = async (typed: string, values: readonly string[] = []) =>
    (await completePrompt(completing(values).server, prompt, typed)).map(({ insert }) => insert);

  it('are offered where they are needed, and the others once they are begun', async () => {
    assert.deepEqual(await inserted(''), ['--file="']);
    assert.deepEqual(await inserted('--'), ['--file="', '--focus="']);
    assert.deepEqual(await inserted('--file="a b" '), []);
    assert.deepEqual(await inserted('--file="a b" --f'), ['--focus="']);
    assert.deepEqual(await inserted('some words'), []);
  });

  it('have the values that the server offers, as they have to be typed', async () => {
    const { server, asked } = completing(['src/a.ts', 'src/"b".ts', 'lib/c.ts']);
    const items = await completePrompt(server, prompt, "--focus='x' --file=\"src/");
    assert.ok(items.every(({ kind }) => kind === 'argument'));
    assert.deepEqual(
      items.map(({ insert }) => insert),
      ['--file="src/a.ts" ', '--file="src/\\"b\\".ts" '],
    );
    const [of, argument, , given] = asked[0] ?? [];
    assert.deepEqual([of, argument, given], [{ prompt: 'review' }, { name: 'file', value: 'src/' }, { focus: 'x' }]);
  });

  it('get no value that is not seen whole, or is no line', async () => {
    assert.deepEqual(await inserted('--file=', ['a\nb', 'a\u202eb', '', 'x'.repeat(201), 'fine']), ['--file="fine" ']);
  });

  it('are none where the server can’t say', async () => {
    const { server } = completing([]);
    const broken = { ...connectionTo('notes', {}, () => undefined), complete: () => Promise.reject(new Error('No.')) };
    assert.deepEqual(await completePrompt({ ...server, connection: broken }, prompt, '--file='), []);
    assert.deepEqual(await completePrompt({ ...server, connection: undefined }, prompt, '--file='), []);
  });

  it('are what is typed behind the name of a command', () => {
    const at = (text: string) => triggerAt(text, text.length);
    assert.deepEqual(at('/review '), { kind: 'argument', start: 8, typed: 'review ' });
    assert.deepEqual(at('/review --file="a b'), { kind: 'argument', start: 8, typed: 'review --file="a b' });
    assert.deepEqual(at('/review --file="a" --fo'), { kind: 'argument', start: 19, typed: 'review --file="a" --fo' });
    assert.equal(at('/review some'), undefined);
    assert.equal(at('Say --file='), undefined);
    assert.equal(at('/review @src')?.kind, 'mention');
  });
});

describe('the templates of a server’s resources', () => {
  const names = async (typed: string, template: string, values: readonly string[] = []) =>
    (await templateOffers(completing(values, [template]).server, typed)).map(({ name }) => name);

  it('are offered by what they begin with, and then by the values that the server offers', async () => {
    const values = ['apple', 'avocado', 'pear tree'];
    assert.deepEqual(await names('', 'memo://notes/{name}', values), ['notes:memo://notes/']);
    assert.deepEqual(await names('notes:memo://notes/a', 'memo://notes/{name}', values), [
      'notes:memo://notes/apple',
      'notes:memo://notes/avocado',
    ]);
    assert.deepEqual(await names('notes:memo://notes/p', 'memo://notes/{name}', values), [
      'notes:memo://notes/pear%20tree',
    ]);
  });

  it('are told apart by a short label', async () => {
    const { server } = completing(['apple'], ['memo://a/very/long/address/{name}']);
    const labels = async (typed: string) =>
      mentionCompletions(await templateOffers(server, typed), [], typed).map(({ label, detail }) => [label, detail]);
    const detail = 'Resource of the MCP server “notes”: memo://a/very/long/address/{name}';
    assert.deepEqual(await labels(''), [['@notes: note', detail]]);
    assert.deepEqual(await labels('notes:memo://a/very/long/address/'), [['@notes: apple', detail]]);
  });

  it('go on with the next variable, of which the server hears the ones before', async () => {
    const { server, asked } = completing(['main', 'dev'], ['git://{repo}/{branch}.txt']);
    const [first] = await templateOffers(server, 'notes:git://m');
    assert.deepEqual([first?.name, first?.isOpen], ['notes:git://main/', true]);
    const [second] = await templateOffers(server, 'notes:git://web/d');
    assert.deepEqual([second?.name, second?.isOpen], ['notes:git://web/dev.txt', undefined]);
    assert.deepEqual(asked[1]?.[3], { repo: 'web' });
  });

  it('are not offered where there is more in them than plain variables', async () => {
    assert.deepEqual(await names('', 'memo://{?query*}'), []);
    assert.deepEqual(await names('', '{+path}'), []);
  });
});
