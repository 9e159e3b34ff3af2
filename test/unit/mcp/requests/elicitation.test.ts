import assert from 'node:assert/strict';
import { elicitInChat } from '../../../../src/mcp/requests/elicitation';
import type { Elicitation } from '../../../../src/mcp/connection/mcpConnection';
import type { Verdict } from '../../../../src/shared/proposals';
import type { ServerQuestion } from '../../../../src/shared/serverQuestions';

const signal = new AbortController().signal;
const form: Elicitation = {
  kind: 'form',
  message: 'Who\u202e?',
  schema: {
    properties: {
      name: { type: 'string', title: 'Your name' },
      age: { type: 'integer', default: 30 },
      isSure: { type: 'boolean' },
    },
    required: ['name'],
  },
};
const page = (url: string): Elicitation => ({ kind: 'url', message: 'Pay here', url, id: '1' });

async function elicited(request: Elicitation, verdict: Verdict) {
  const asked: ServerQuestion[] = [];
  const opened: string[] = [];
  const ask = async (question: ServerQuestion) => {
    asked.push(question);
    return verdict;
  };
  const open = async (url: string) => opened.push(url) > 0;
  return { answer: await elicitInChat('notes', request, { ask }, signal, open), asked, opened };
}

describe('what a server asks in a chat', () => {
  it('is a form that says whose it is, and what of it can’t be seen', async () => {
    const { asked, answer } = await elicited(form, { decision: 'accept', answers: ['Ada', '', 'true'] });
    const [question] = asked;
    assert.ok(question?.kind === 'form');
    assert.deepEqual([question.server, question.hidden, question.fields.length], ['notes', 1, 3]);
    assert.deepEqual(answer, { action: 'accept', content: { name: 'Ada', isSure: true } });
  });

  it('gets nothing that its own form does not take, whatever the panel sends', async () => {
    for (const answers of [undefined, [], ['', '30', 'true'], ['Ada', 'old'], ['Ada', '30', 'perhaps']]) {
      const { answer } = await elicited(form, { decision: 'accept', ...(answers && { answers }) });
      assert.deepEqual(answer, { action: 'cancel' });
    }
  });

  it('is declined where the user rejects it', async () => {
    assert.deepEqual((await elicited(form, { decision: 'reject' })).answer, { action: 'decline' });
    const { answer, opened } = await elicited(page('https://pay.example/x'), { decision: 'reject' });
    assert.deepEqual([answer, opened], [{ action: 'decline' }, []]);
  });

  it('is a page that is opened once the user has seen where it is', async () => {
    const { asked, answer, opened } = await elicited(page('https://pay.example:8443/x?a=b'), { decision: 'accept' });
    assert.ok(asked[0]?.kind === 'page');
    assert.deepEqual([asked[0].host, answer], ['pay.example:8443', { action: 'accept' }]);
    assert.deepEqual(opened, ['https://pay.example:8443/x?a=b']);
  });

  it('names the host as it is asked for, not as it looks', async () => {
    const { asked } = await elicited(page('https://аpple.example/'), { decision: 'reject' });
    assert.ok(asked[0]?.kind === 'page');
    assert.equal(asked[0].host, 'xn--pple-43d.example');
  });

  it('never leads a browser anywhere but to a page of the web', async () => {
    const urls = ['javascript:alert(1)', 'file:///etc/passwd', 'http://pay.example/', 'vscode://x/y', 'x', 'command:y'];
    for (const url of [...urls, 'https://bank.example@evil.example/', 'http://127.0.0.1.evil.example/']) {
      const { asked, answer, opened } = await elicited(page(url), { decision: 'accept' });
      assert.deepEqual([asked, answer, opened], [[], { action: 'decline' }, []], url);
    }
    assert.equal((await elicited(page('http://localhost:3000/'), { decision: 'accept' })).opened.length, 1);
  });
});
