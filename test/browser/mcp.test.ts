import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { stdioRow } from '../support/mcp/mcpPlace';
import { useChat } from './support/useChat';

const servers = (name: string) => JSON.stringify({ mcpServers: { [name]: stdioRow() } });

describe('MCP servers', () => {
  const window = useChat({
    files: { 'readme.txt': 'Read me\n', '.mcp.json': servers('theirs') },
    homeFiles: { '.gemini/settings.json': servers('notes') },
  });

  it('have a call of theirs asked about, with who they are and what they get', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(call('mcp_notes_echo', { text: 'two\nlines' })).reply(text('That was it.'));
    await chat.send('Echo, please');
    await chat.text('read-only, according to the server').waitFor();
    await chat.text('two\nlines').waitFor();
    await chat.text('sdkServer.mjs').first().waitFor();
    await chat.button('Accept').click();
    await chat.text('That was it.').waitFor();
    // The project's own server has not been started, and is asked about.
    await page
      .getByText(/This project wants to use the MCP server “theirs”/)
      .first()
      .waitFor();
  });

  it('ask in the chat, by a card that a reload of the panel does not lose', async () => {
    const { chat, gemini, command } = window();
    gemini.reply(call('mcp_notes_ask', {})).reply(text('Blue it is.'));
    await chat.send('Ask me, please');
    await chat.button('Accept').click();
    await chat.text('Which colour?').waitFor();
    const colour = chat.panel.getByRole('textbox', { name: 'colour' });
    await colour.fill('blue');
    await command('Developer: Reload Webviews');
    await chat.text('Which colour?').waitFor();
    assert.equal(await colour.inputValue(), 'blue');
    await chat.button('Accept').click();
    await chat.text('Blue it is.').waitFor();
    assert.match(JSON.stringify(gemini.requests.at(-1)?.functionResponses), /blue/);
  });
});
