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
    await chat.text('only reads, says the server').waitFor();
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
});
