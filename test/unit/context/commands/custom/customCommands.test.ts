import assert from 'node:assert/strict';
import type { PromptTools } from '../../../../../src/agent/ports/promptTools';
import { firstPrompt, promptText } from '../../../../../src/chat/prompts/promptText';
import { customCommands } from '../../../../../src/context/commands/custom/customCommands';
import { toContents } from '../../../../../src/gemini/convert';
import { findSnippet, searchableText } from '../../../../../src/sessions/search';
import { chatAsMarkdown } from '../../../../../src/sessions/exportChat';
import type { UserMessage } from '../../../../../src/shared/messages';

describe('A prompt that a command of a file stands for', () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'AA==' } as const;
  const message = async (args: string): Promise<UserMessage> => {
    const place = { tier: 'workspace', format: 'toml', folder: '/c' } as const;
    const found = { place, file: '/c/git/review.toml', path: 'git/review.toml', text: 'prompt = "Look"' };
    const { commands } = await customCommands([found], new Set(), async (_, given) => [
      { type: 'text', text: `Look for bugs in ${given}` },
      image,
    ]);
    const result = await commands[0]?.run(args);
    const prompt = result?.kind === 'prompt' ? result.prompt : [];
    const parts = typeof prompt === 'function' ? await prompt({} as PromptTools) : prompt;
    return { id: 'u', at: 0, role: 'user', parts };
  };

  it('is what the model gets, while the chat is named after what was typed, which is edited and exported', async () => {
    const prompt = await message('a.ts');
    assert.deepEqual(toContents([prompt], 'm')[0]?.parts, [
      { text: 'Look for bugs in a.ts' },
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
    ]);
    assert.equal(firstPrompt([prompt]), '/git:review a.ts');
    assert.equal(promptText(await message('')), '/git:review');
    assert.match(chatAsMarkdown({ id: 'c', title: 'T', messages: [prompt] }), /\/git:review a\.ts/);
    const attached = prompt.parts.filter(part => part.type === 'image' && !part.isMentioned);
    assert.deepEqual(attached, [], 'sent again, the command attaches its images again');
  });

  it('is found by what was typed and by what was sent', async () => {
    const text = searchableText([await message('a.ts')]);
    assert.notEqual(findSnippet(text, 'git:review'), undefined);
    assert.notEqual(findSnippet(text, 'bugs'), undefined);
  });
});
