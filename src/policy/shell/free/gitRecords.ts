// Commands of git that only record what is there: nothing of the working tree or of earlier commits is lost by them.
import type { SimpleCommand } from '../command';

/** What may follow a subcommand. A value is the word after its option. */
interface Form {
  readonly flags: RegExp;
  /** Options of which one has to be there. */
  readonly needs?: RegExp;
  /** Options with a value of their own. */
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

/** Whether a command is one of these, by every one of its words. */
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
      // A name that looks like an option is one to git.
      if (words[++i]?.startsWith('-') !== false) return false;
    } else if (!word.startsWith('-')) operands++;
    else if (!flags.test(word) && !needs?.test(word)) return false;
  }
  return !isNeeded && operands >= least && operands <= most;
}
