import assert from 'node:assert/strict';
import { errorReport, type ReportFacts } from '../../../src/shared/errorReport';
import { isBug } from '../../../src/shared/isBug';

describe('A report of an error', () => {
  const facts: ReportFacts = {
    at: new Date(0),
    versions: { pollux: '1.0.0' },
    settings: { 'model.maxSessionTurns': 3 },
    checks: [{ name: 'Folder', status: 'ok', detail: '/home/ada/work' }],
    events: [{ type: 'run-started', at: 1 }],
    home: '/home/ada',
    secrets: ['hunter2-hunter2', 'on'],
  };
  const report = (more: Partial<ReportFacts>) => {
    const text = errorReport({ ...facts, ...more });
    return { text, value: JSON.parse(text) as Record<string, unknown> };
  };

  it('has versions, checks, settings and events, and no name of the home folder', () => {
    const { text, value } = report({});
    assert.deepEqual(Object.keys(value), ['format', 'at', 'versions', 'checks', 'settings', 'events']);
    assert.deepEqual([text.includes('~/work'), text.includes('ada')], [true, false]);
  });

  it('names the error and its place, and neither secrets nor what the message quotes', () => {
    const error = new SyntaxError('Unexpected token \'h\', "my diary" is not valid JSON\nmore');
    error.stack = `${error.name}: ${error.message}\n    at read (/home/ada/pollux/dist/x.js:1:2)`;
    const { value } = report({ error });
    assert.deepEqual(value.error, {
      name: 'SyntaxError',
      message: 'Unexpected token \'…" is not valid JSON',
      frames: ['at read (~/pollux/dist/x.js:1:2)'],
    });
    const { text } = report({ error: new Error('No hunter2-hunter2 with api_key=abc on it') });
    assert.match(text, /No \[redacted\] with api_key=\[redacted\] on it/);
  });

  it('is made of the mistakes of code, not of requests that fail', () => {
    assert.equal(isBug(new TypeError('x is not a function')), true);
    assert.equal(isBug(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })), false);
    assert.equal(isBug(new Error('This chat is no longer open.')), false);
  });
});
