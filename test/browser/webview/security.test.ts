import assert from 'node:assert/strict';
import { emptyChat } from '../../../src/shared/chatState';
import type { AgentEvent } from '../../../src/shared/events';
import type { ChatEvent } from '../../../src/shared/protocol';
import { type PanelPage, settings, usePanel } from './panelPage';
import {
  answer,
  asked,
  begin,
  commandApproval,
  delta,
  editApproval,
  finished,
  notice,
  results,
  started,
  text,
  thought,
  user,
  call,
} from './sampleChat';
import { xssCorpus } from './xssCorpus';

describe('Hostile text', () => {
  const open = usePanel();

  async function assertHarmless(panel: PanelPage): Promise<void> {
    const found = await panel.page.evaluate(() => {
      const dangerous =
        'script:not([nonce]), iframe, object, embed, form, link:not([href="/webview.css"]), style, base, meta[http-equiv], svg script, video, audio, [style*="url("], [href], [srcset], [ping], [formaction]';
      const root = document.getElementById('root')!;
      const handlers = [...root.querySelectorAll('*')].filter(element =>
        [...element.attributes].some(({ name }) => name.startsWith('on')),
      );
      const images = [...root.querySelectorAll('img')].filter(
        image => !/^data:image\/(png|jpeg|gif|webp);/.test(image.src),
      );
      return {
        ran: (window as unknown as { __ran?: number }).__ran ?? 0,
        elements: [...root.querySelectorAll(dangerous), ...handlers, ...images].map(element =>
          element.outerHTML.slice(0, 200),
        ),
        addresses: [...root.querySelectorAll<HTMLElement>('[data-link]')]
          .map(element => element.dataset.link ?? '')
          .filter(link => !/^(https?:\/\/|mailto:)/i.test(link)),
        files: [...root.querySelectorAll<HTMLElement>('[data-file]')]
          .map(element => element.dataset.file ?? '')
          .filter(file => /(^|\/)\.\.(\/|$)|^[/\\~]|:/.test(file)),
      };
    });
    assert.deepEqual(found, { ran: 0, elements: [], addresses: [], files: [] });
    assert.deepEqual(panel.strayRequests, []);
    assert.deepEqual(panel.reports, []);
    assert.equal(await panel.page.evaluate(() => location.href), panel.url);
  }

  it(`runs nothing and loads nothing, in all of ${xssCorpus.length} forms, streamed into an answer`, async function () {
    this.timeout(60_000);
    assert.ok(xssCorpus.length >= 100);
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
    for (const [i, payload] of xssCorpus.entries()) {
      const pieces = [`Text before.\n\n${payload.slice(0, 7)}`, payload.slice(7), '\n\n~~~\n~~~\n\n'];
      for (const piece of pieces)
        await panel.page.evaluate(event => window.postMessage({ events: [event] }, '*'), delta('a1', piece));
      if (i % 8 === 0) await panel.settled();
    }
    await panel.send({ type: 'message-finished', messageId: 'a1', end: 'stop' }, finished);
    await panel.page.waitForTimeout(500);
    await assertHarmless(panel);
  });

  it('runs nothing anywhere else: prompts, thoughts, titles, output, commands, diffs, notices', async function () {
    this.timeout(60_000);
    const panel = await open({ height: 1200 });
    for (let i = 0; i < xssCorpus.length; i += 40) {
      const [first = '', ...rest] = xssCorpus.slice(i, i + 40);
      await panel.send(stateOf(first), ...[first, ...rest].flatMap(everywhere));
      await panel.page.waitForTimeout(300);
      await panel.page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        for (const head of document.querySelectorAll<HTMLElement>('[aria-expanded=false]')) head.click();
      });
      await panel.page.waitForTimeout(300);
      await assertHarmless(panel);
    }
  });

  it('shows dead links as plain text and remote pictures as their address', async () => {
    const dead = [
      'javascript:alert(1)',
      'command:x',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'vscode://x',
      '/etc/passwd',
    ];
    const source = [...dead.map(address => `[label](${address})`), '![chart](https://evil.test/leak.png?q=1)'].join(
      '\n\n',
    );
    const panel = await open({ events: [user('u1', 'Go'), ...answer('a1', text(source))] });
    await panel.page.getByText('evil.test').waitFor();
    const paragraphs = await panel.page.locator('.markdown p').allTextContents();
    assert.deepEqual(
      paragraphs.slice(0, -1),
      dead.map(address => `[label](${address})`),
    );
    assert.equal(paragraphs.at(-1), 'chart https://evil.test/leak.png?q=1');
    assert.equal(await panel.page.locator('.markdown p').first().getByRole('link').count(), 0);
    await assertHarmless(panel);
  });

  it('shows small inline pictures, which need no request', async () => {
    const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const panel = await open({ events: [user('u1', 'Go'), ...answer('a1', text(`![dot](${gif})`))] });
    await panel.page.getByRole('img', { name: 'dot' }).waitFor();
    await assertHarmless(panel);
  });

  it('opens an address only by asking the host, with all of it', async () => {
    const address = 'https://example.com/a?b=c&d=%3Cscript%3E#x';
    const panel = await open({ events: [user('u1', 'Go'), ...answer('a1', text(`[safe](${address})`))] });
    const link = panel.page.getByRole('link', { name: 'safe' });
    await link.click();
    await link.click({ button: 'middle' });
    await link.click({ modifiers: ['Control'] });
    assert.deepEqual(panel.callsOf('openLink'), [[address], [address]]);
    await assertHarmless(panel);
  });

  it("does not break on messages that are not the host's", async () => {
    const panel = await open();
    for (const data of [null, 1, 'x', {}, { events: 'no' }, { reply: 99 }, []]) {
      await panel.page.evaluate(message => window.postMessage(message, '*'), data);
    }
    await panel.box.fill('Still here');
    assert.deepEqual(panel.consoleErrors, []);
  });
});

function stateOf(payload: string): ChatEvent {
  return {
    type: 'state',
    state: emptyChat(payload),
    settings: {
      ...settings,
      model: payload,
      models: [{ id: payload, label: payload }],
      attachments: [{ id: payload, label: payload, path: payload }],
    },
    draft: payload,
  };
}

/** A turn with the payload in every place that text can come from. */
function everywhere(payload: string, i: number): AgentEvent[] {
  const edit = editApproval(`e${i}`);
  const diff = `@@ -1 +1 @@\n+${payload.replaceAll('\n', '\n+')}`;
  return [
    user(`u${i}`, payload, [
      { type: 'file', path: payload, text: payload },
      { type: 'image', mimeType: payload, data: payload },
    ]),
    started,
    ...answer(`a${i}`, thought(payload), text(payload), call(`c${i}`, payload)),
    results(`t${i}`, {
      callId: `c${i}`,
      name: payload,
      title: payload,
      status: 'error',
      content: payload,
      error: payload,
      display: { type: 'command', exitCode: 1, output: payload },
    }),
    notice({ id: `n${i}`, level: 'error', text: payload, detail: payload }),
    begin(`b${i}`),
    ...asked(`b${i}`, payload, payload, {
      ...edit,
      reason: payload,
      proposal: { kind: 'edit', path: payload, isNew: true, added: 1, removed: 0, isCut: false, diff },
    }),
    ...asked(`b${i}`, payload, payload, commandApproval(`d${i}`, payload)),
    { type: 'retry', messageId: 'none', attempt: 1, maxAttempts: 2, delayMs: 1000, at: 0, reason: payload },
    { type: 'message-finished', messageId: `b${i}`, end: 'stop' },
  ];
}
