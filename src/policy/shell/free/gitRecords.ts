// Git commands that only record the current state: they lose nothing in the working tree or in earlier commits.
import type { SimpleCommand } from '../command';

/** The words that may follow a subcommand. An option's value is the next word. */
interface Form {
  readonly flags: RegExp;
  /** Options of which at least one is required. */
  readonly needs?: RegExp;
  /** Options that take a value. */
  readonly valued?: RegExp;
  readonly operands: readonly [least: number, most: number];
}

const ANY: Form['operands'] = [0, Infinity];
const RECORDS: Readonly<Record<string, Form>> = {
  add: { flags: /^(?:-[AuvN]+|--all|--update|--verbose|--intent-to-add)$/, operands: ANY },
  commit: {
    flags: /^(?:-[aqs]+|--all|--quiet|--signoff|--allow-empty|--no-gpg-sign|--author=.+|--date=.+|--message=.+)$/s,
    needs: /^(?:-[aqs]*m|--message(?:=.+)?)$/s,
    valued: /^(?:-[aqs]*m|--message)$/,
    operands: ANY,
  },
  branch: { flags: /^(?:-q|--quiet)$/, operands: [1, 2] },
  switch: { flags: /^(?:-q|--quiet)$/, needs: /^(?:-c|--create)$/, valued: /^(?:-c|--create)$/, operands: [0, 0] },
  checkout: { flags: /^(?:-q|--quiet)$/, needs: /^-b$/, valued: /^-b$/, operands: [0, 0] },
  tag: { flags: /^(?:-a|--annotate)$/, valued: /^(?:-a?m|--message)$/, operands: [1, 2] },
  restore: { flags: /^(?:-q|--quiet)$/, needs: /^(?:-S|--staged)$/, operands: [1, Infinity] },
};

/** Whether a command, with all of its words, is one of these. */
export function isGitRecord({ words, assignments, redirections, risks, isFed }: SimpleCommand): boolean {
  const isPlain = words.every(word => word.isStatic) && assignments.length === 0 && redirections.length === 0;
  if (!isPlain || risks.length > 0 || isFed || words[0]?.value !== 'git') return false;
  const [subcommand = '', ...rest] = words.slice(1).map(({ value }) => value);
  const record = Object.hasOwn(RECORDS, subcommand) ? RECORDS[subcommand] : undefined;
  return record !== undefined && fits(rest, record);
}

function fits(words: readonly string[], { flags, needs, valued, operands: [least, most] }: Form): boolean {
  let [operands, isNeeded] = [0, needs !== undefined];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') {
      operands += words.length - i - 1;
      break;
    }
    if (needs?.test(word)) isNeeded = false;
    if (valued?.test(word)) {
      // Git takes a name that looks like an option for an option.
      if (words[++i]?.startsWith('-') !== false) return false;
    } else if (!word.startsWith('-')) operands++;
    else if (!flags.test(word) && !needs?.test(word)) return false;
  }
  return !isNeeded && operands >= least && operands <= most;
}
