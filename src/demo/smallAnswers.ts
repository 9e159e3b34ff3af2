// The demo model's answers outside the tour.
import type { Conversation } from './conversation';
import type { DemoPart } from './demoPart';
import { showsBug, startFix } from './sampleFix';

export const INTRODUCTION =
  "I am Pollux's demo model: scripted, offline, no key needed. Nothing leaves your machine, and no language model is " +
  'involved; everything around me, the tools, the diffs and your approval, is the real thing.';

const WITH_KEY =
  'With a Gemini API key a real model takes my place: run **Pollux: Set Gemini API Key** from the Command Palette.';

/** What to try next, as a list. */
export const HINTS = [
  '- Select some code, right-click it, and choose **Explain**, **Fix** or **Edit** in the **Pollux** menu.',
  '- Attach a file with the **Attach** button and ask about it.',
  '- Open **History** to come back to this chat, or start a fresh one with **New chat**.',
  '- Switch the **Mode**: _Plan only_ changes nothing, and _Edit freely_ edits files without asking.',
  `- ${WITH_KEY}`,
].join('\n');

export function greeting(): DemoPart[] {
  return [
    {
      text: `Hello. ${INTRODUCTION}\n\nSay **start the tour** and I will find a bug, fix it and run a test, asking you first.`,
    },
  ];
}

export function unknown(): DemoPart[] {
  return [
    {
      text:
        'This is the demo, and that is not in my script. With a key, the model behind Pollux would read the code that ' +
        `your question is about and answer it.\n\nWhat I can do:\n\n- **start the tour** (again, if you like)\n${HINTS}`,
    },
  ];
}

export function withoutTools(): DemoPart[] {
  return [{ text: `${INTRODUCTION}\n\nThis request offers me no tools, so I can't look at your files. ${WITH_KEY}` }];
}

/** Answers Explain, Fix and Edit on a selection, and questions about attached files. */
export function aboutCode({ words, attachments, tools }: Conversation): DemoPart[] {
  const code = attachments[0]?.text ?? /```[^\n]*\n([^]*?)(\n```|$)/.exec(words)?.[1] ?? '';
  const path = attachments[0]?.path;
  const intent = words.replace(/```[^]*$/, '');
  const wantsChange = /\b(fix|repair|edit|change|rewrite|refactor|wrong|bug)\b/i.test(intent);
  if (showsBug(code)) {
    return wantsChange && tools.has('read_file')
      ? [{ text: 'I know this one. Let me read the whole file first.\n' }, ...startFix()]
      : [{ text: explainTotal(path) }];
  }
  const where = path ? `\`${path}\`` : 'The code that you sent';
  const seen = `${where}: ${outline(code)}`;
  return wantsChange
    ? [
        {
          text:
            `${seen}\n\nI am the demo model and can only fix the bug that I know, in \`src/cart.js\` of the sample workspace. ` +
            `A real model would propose its change here as a diff, for you to accept, edit or reject. ${WITH_KEY}`,
        },
      ]
    : [
        {
          text:
            `${seen}\n\nThat is all that a script can see. A real model would explain what the code does, how, and what is not ` +
            `obvious about it. ${WITH_KEY}`,
        },
      ];
}

function explainTotal(path = 'src/cart.js'): string {
  return [
    `## \`total\` in \`${path}\``,
    '',
    'It adds up what the items cost and takes the discount off, in whole cents.',
    '',
    '1. For every item it multiplies price by quantity.',
    '2. It takes the discount off that line and adds the rest to `sum`.',
    '3. At the end it takes the discount off `sum`.',
    '',
    'Not obvious, and most likely not meant: steps 2 and 3 both take the discount, so ten percent become nineteen. ' +
      'Ask me to **fix** it, if you like.',
    '',
    `This explanation is scripted, because I am the demo model and know this file. ${WITH_KEY}`,
  ].join('\n');
}

/** Describes code without understanding it. */
function outline(code: string): string {
  const lines = code.split('\n').length;
  const names = [...code.matchAll(/\b(?:function|class|def|fn|func|interface|struct)\s+\*?\s*([A-Za-z_]\w*)/g)].map(
    match => `\`${match[1] ?? ''}\``,
  );
  const defined = names.length === 0 ? '' : `, with ${[...new Set(names)].slice(0, 5).join(', ')}`;
  return `${lines === 1 ? 'one line' : `${lines} lines`}${defined}.`;
}
