import assert from 'node:assert/strict';
import { text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';

const story = 'Once upon a time there were pears. '.repeat(400);
const snapshot = '<state_snapshot>\n<goal>A story about fruit.</goal>\n</state_snapshot>';

describe('A summary of the conversation', () => {
  const pollux = usePollux({ 'pollux.compression.review': true, 'pollux.compression.tail': 0 });
  let isSummed = false;
  before('answer with a summary', () => {
    pollux().gemini.respond(({ method }) => (isSummed && method === 'generateContent' ? text(snapshot) : undefined));
  });
  beforeEach(() => (isSummed = true));
  afterEach(() => (isSummed = false));

  /** Has a long conversation and its summary asked about. */
  async function sumUp() {
    const { gemini, panel } = pollux();
    gemini.reply(text(story));
    await panel.ask('Tell me a story');
    await panel.host.submit('/compress');
    const approval = await panel.waiting();
    assert.ok(approval.proposal.kind === 'summary');
    assert.match(approval.proposal.text, /A story about fruit\./);
    assert.ok(approval.proposal.after < approval.proposal.before);
    return approval;
  }
  /** What the model hears of the conversation with the next prompt. */
  async function heard(): Promise<string> {
    const { gemini, panel } = pollux();
    gemini.reply(text('Well.'));
    await panel.ask('Go on');
    return JSON.stringify(gemini.requests.findLast(({ method }) => method === 'streamGenerateContent')!.contents);
  }

  it('is used only when it was read and agreed to, and can be given up for the original', async () => {
    const { panel } = pollux();
    await panel.accept(await sumUp());
    await panel.until(() => /The conversation was compressed for the model: \d+K → \d+K tokens\./.test(panel.said));
    await panel.until(({ chat }) => !chat.isCompressing);
    assert.match(panel.said, /Once upon a time/);
    const notice = panel.state.chat.messages.find(
      message => message.role === 'notice' && message.actions?.includes('restoreOriginal'),
    );
    assert.match((notice?.role === 'notice' && notice.detail) || '', /A story about fruit/);
    const summary = await heard();
    assert.match(summary, /A story about fruit/);
    assert.doesNotMatch(summary, /there were pears/);
    await panel.host.act('restoreOriginal');
    await panel.untilSaid('The model sees the whole conversation again.');
    const original = await heard();
    assert.match(original, /there were pears/);
    assert.doesNotMatch(original, /A story about fruit/);
  });

  it('is dropped where all messages are kept', async () => {
    const { panel } = pollux();
    await panel.reject(await sumUp());
    await panel.untilSaid('The summary wasn’t used. The model still sees the conversation itself.');
    assert.match(await heard(), /there were pears/);
  });
});
