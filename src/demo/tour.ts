// The tour: look around, find the bug, propose the fix, run the test. Each scene depends on the results of the tools.
import type { Conversation, ToolOutcome } from './conversation';
import type { DemoPart } from './demoPart';
import {
  CART_FILE,
  EXPLANATION,
  FIX_AS_TEXT,
  proposeFix,
  proposeSmallerFix,
  showsBug,
  showsFix,
  startFix,
} from './sampleFix';
import { HINTS, INTRODUCTION } from './smallAnswers';

const NOTE_FILE = 'pollux-demo.md';

export function beginTour({ isFirst, earlierOutcomes, tools }: Conversation): DemoPart[] {
  const opening = isFirst
    ? `${INTRODUCTION}\n\nI know a single story, so let me show you with it what working with Pollux is like. First I look around.\n`
    : `${earlierOutcomes.length > 0 ? 'Gladly, once more' : 'Gladly'}. First I look around.\n`;
  const search = { name: 'search_file_content', args: { pattern: 'discountPercent', dir_path: '.', include: '*.js' } };
  const find = { name: 'glob', args: { pattern: '**/cart*.js', dir_path: '.' } };
  const second = [search, find].find(call => tools.has(call.name));
  return [
    {
      thought:
        '**Looking around**\n\nI need to know which workspace this is. Listing the folder and searching for the discount do ' +
        'not depend on each other, so I ask for both at once.\n\n',
    },
    { text: opening },
    { call: { name: 'list_directory', args: { dir_path: '.' } } },
    ...(second ? [{ call: second }] : []),
  ];
}

export function continueTour(conversation: Conversation): DemoPart[] {
  const last = conversation.outcomes.at(-1);
  switch (last?.name) {
    case 'list_directory':
    case 'search_file_content':
    case 'glob':
      return afterLooking(conversation);
    case 'read_file':
      return afterReading(last, conversation);
    case 'replace':
      return afterFix(last, conversation);
    case 'write_file':
      return afterNote(last);
    case 'run_shell_command':
      return afterTest(last, conversation);
    default:
      return [{ text: `That is as far as my script goes. **What you can try next:**\n\n${HINTS}` }];
  }
}

function afterLooking({ outcomes, tools }: Conversation): DemoPart[] {
  const listing = outcomes.find(outcome => outcome.name === 'list_directory');
  if (!listing || listing.isError) {
    return [{ text: `I couldn't look into the workspace:\n\n${quoted(listing)}\n\nOpen a folder and ask me again.` }];
  }
  const found = outcomes.filter(outcome => outcome !== listing).map(outcome => outcome.output);
  const isSample =
    /\bsrc\b/.test(listing.output) && (found.length === 0 || found.some(text => text.includes('cart.js')));
  if (!isSample || !tools.has('read_file')) return elsewhere(listing.output, tools);
  return [
    {
      thought:
        '**Reading the cart**\n\nThis is the sample shop, and the discount is computed in `src/cart.js`. I read the whole file ' +
        'before I say anything about it.\n\n',
    },
    {
      text: 'This is the sample shop, and `src/cart.js` is where the discount is taken off. Let me read it.\n',
    },
    ...startFix(),
  ];
}

/** In any other workspace, the proposed change is a small new file, so that no existing file is touched. */
function elsewhere(listing: string, tools: ReadonlySet<string>): DemoPart[] {
  const opening = 'This is not the sample workspace, so there is no bug here that I know of.';
  if (listing.includes(NOTE_FILE)) {
    return [
      {
        text: `${opening} \`${NOTE_FILE}\` is still here from an earlier tour.\n\n**What you can try next:**\n\n${HINTS}`,
      },
    ];
  }
  if (!tools.has('write_file'))
    return [{ text: `${opening} In this mode I may not change anything either.\n\n${HINTS}` }];
  const content =
    '# A note from the Pollux demo\n\nThe demo model proposed this file, and you accepted it. Delete it whenever you like.\n';
  return [
    {
      thought:
        '**Choosing a harmless change**\n\nI do not know this project. To show how a change is proposed and approved, a new ' +
        'file is enough.\n\n',
    },
    {
      text:
        `${opening} To show you how a change is proposed, I suggest a small new file, \`${NOTE_FILE}\`. You see it as a diff ` +
        'first; nothing is written until you accept.\n',
    },
    { call: { name: 'write_file', args: { file_path: NOTE_FILE, content } } },
  ];
}

function afterReading(file: ToolOutcome, { tools }: Conversation): DemoPart[] {
  if (file.isError) return [{ text: `I couldn't read \`${CART_FILE}\`:\n\n${quoted(file)}` }];
  if (showsBug(file.output)) {
    const thought =
      '**Following the discount**\n\nThe loop takes the discount off each line, and the return statement takes it off again. ' +
      'For 10 % the result is 81 % of the sum, where 90 % is meant.\n\n';
    if (tools.has('replace')) return [{ thought }, { text: EXPLANATION }, proposeFix()];
    return [
      { thought },
      { text: `${EXPLANATION}\nIn this mode I may not edit, so here it is as text:\n\n${FIX_AS_TEXT}` },
    ];
  }
  if (!showsFix(file.output)) {
    return [
      {
        text:
          `\`${CART_FILE}\` is no longer the file that I know, so I leave it alone. A fresh copy of the sample has the bug ` +
          `again. What you can try until then:\n\n${HINTS}`,
      },
    ];
  }
  const fixed = `The bug in \`${CART_FILE}\` is already fixed: the discount is taken once, at the end.`;
  if (!tools.has('run_shell_command')) return [{ text: `${fixed}\n\n${HINTS}` }];
  return [{ text: `${fixed} Let us see what the tests say.\n` }, runTests()];
}

function afterFix(fix: ToolOutcome, { outcomes, tools }: Conversation): DemoPart[] {
  if (!fix.isError) {
    const praise = isEditedByPerson(fix.output)
      ? 'Written, with the changes that you made in the diff: what you left there is what counts.'
      : 'Once you accept it, undo works on this edit as on your own typing.';
    if (!tools.has('run_shell_command')) return [{ text: `${praise}\n\n${summary(outcomes)}` }];
    return [
      {
        thought:
          '**Checking the change**\n\nA fix is not done before a test has passed. The project runs its tests with Node.\n\n',
      },
      {
        text: `${praise} Now I would like to run the tests. Commands run in a sandbox if this machine has one; if not, you are asked first.\n`,
      },
      runTests(),
    ];
  }
  if (isDenied(fix.output))
    return [{ text: `I may not edit here: ${fix.output}\n\nAs text, the change is:\n\n${FIX_AS_TEXT}\n\n${HINTS}` }];
  if (!isRejected(fix.output)) return [{ text: `The edit did not work:\n\n${quoted(fix)}\n\nNothing was changed.` }];
  const reason = reasonIn(fix.output);
  const rejections = outcomes.filter(({ name, isError }) => name === 'replace' && isError).length;
  if (reason && rejections === 1) {
    return [
      {
        thought:
          '**Taking the reason into account**\n\nThe change was rejected and nothing was written. There is a smaller way to the same end.\n\n',
      },
      {
        text:
          `Understood, nothing was written. You said: *${reason}*\n\nA real model would now shape its change to that. I am ` +
          'scripted, so I can only offer the smaller variant: one line, no comment.\n',
      },
      proposeSmallerFix(),
    ];
  }
  const because = reason ? ` You said: *${reason}*` : '';
  return [
    {
      text:
        `Understood, nothing was written, and the bug stays for now.${because}\n\nThat is the point of the diff: a proposal ` +
        `costs nothing until you accept it. Say **start the tour** to see it again. Or try one of these:\n\n${HINTS}`,
    },
  ];
}

function afterNote(note: ToolOutcome): DemoPart[] {
  if (!note.isError)
    return [
      {
        text: `Once you accept it, this is a file like any other: delete \`${NOTE_FILE}\` whenever you like.\n\n**What you can try next:**\n\n${HINTS}`,
      },
    ];
  const reason = reasonIn(note.output);
  const opening =
    isRejected(note.output) || isDenied(note.output)
      ? `Understood, no file was written.${reason ? ` You said: *${reason}*` : ''}`
      : `The file was not written:\n\n${quoted(note)}`;
  return [{ text: `${opening}\n\n**What you can try next:**\n\n${HINTS}` }];
}

function afterTest(test: ToolOutcome, { outcomes }: Conversation): DemoPart[] {
  if (test.isError && (isRejected(test.output) || isDenied(test.output))) {
    const reason = reasonIn(test.output);
    return [{ text: `Understood, nothing was run.${reason ? ` You said: *${reason}*` : ''}\n\n${summary(outcomes)}` }];
  }
  const [passed, failed] = [countIn(test.output, 'pass'), countIn(test.output, 'fail')];
  if (failed === 0 && passed !== 0) {
    return [{ text: `${passed === null ? 'The' : `All ${passed}`} tests pass.\n\n${summary(outcomes)}` }];
  }
  if (failed === null)
    return [{ text: `I couldn't make sense of the test run:\n\n${quoted(test)}\n\n${summary(outcomes)}` }];
  return [
    {
      text:
        `${failed === 1 ? 'One test still fails' : `${failed} tests still fail`}, so the cart is not right yet. A real model ` +
        `would read the failure and go on from there; my script ends here.\n\n${summary(outcomes)}`,
    },
  ];
}

function runTests(): DemoPart {
  const args = { command: 'node --test', description: 'Run the tests of the sample shop' };
  return { call: { name: 'run_shell_command', args } };
}

function summary(outcomes: readonly ToolOutcome[]): string {
  const wasFixed = outcomes.some(({ name, isError }) => name === 'replace' && !isError);
  const wasRun = outcomes.some(({ name, isError }) => name === 'run_shell_command' && !isError);
  const done = [
    'I looked around, with two tools at once.',
    `I read \`${CART_FILE}\`.`,
    ...(wasFixed ? ['I changed how the discount is taken, once the edit was approved.'] : []),
    ...(wasRun ? ['I ran the tests.'] : []),
  ];
  return `**What happened:**\n\n${done.map(step => `- ${step}`).join('\n')}\n\n**What you can try next:**\n\n${HINTS}`;
}

/** The number in the test runner's report, in TAP or in its own format; null if there is none. */
function countIn(output: string, what: 'pass' | 'fail'): number | null {
  const match = new RegExp(`^.{0,12}\\b${what} (\\d+)\\b`, 'm').exec(output);
  return match ? Number(match[1]) : null;
}

function isRejected(output: string): boolean {
  return /\b(reject|declin|cancel|refus)/i.test(output);
}

function isDenied(output: string): boolean {
  return /^denied\b|\b(policy|plan mode|not trusted)\b/i.test(output);
}

/** The user's reason in a rejection; null if they gave none. */
function reasonIn(output: string): string | null {
  const said = /\b(?:said|says|reason(?: given)?|because)\b:?\s+["“]?([^]+?)["”]?\s*$/i.exec(output)?.[1];
  return said ? said.replace(/\s+/g, ' ').slice(0, 300) : null;
}

/** The first line reports the write; the following lines say who modified the edit before that. */
function isEditedByPerson(output: string): boolean {
  const notes = output.split('\n').slice(1).join('\n');
  return /\b(user|person)\b.{0,40}\b(edited|modified|changed|adjusted)\b/i.test(notes);
}

function quoted(outcome: ToolOutcome | undefined): string {
  return `> ${(outcome?.output ?? 'no answer').trim().split('\n').slice(0, 5).join('\n> ')}`;
}
