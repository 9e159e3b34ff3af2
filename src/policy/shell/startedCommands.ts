import type { Risk, SimpleCommand } from './command';
import { findActions, launchOf } from './launchers';
import { inner, shortened, withRisk } from './oneCommand';
import type { WordBudget } from './wordBudget';

/** How deep commands nested in commands or texts are examined. */
export const MAX_DEPTH = 8;

/** The commands of a line, each together with those that it starts. */
export class StartedCommands {
  readonly commands: SimpleCommand[] = [];

  /** `readText`: analyses a text that a shell is given as an argument. */
  constructor(
    private readonly budget: WordBudget,
    private readonly risks: Risk[],
    private readonly readText: (text: string, depth: number) => void,
  ) {}

  add(command: SimpleCommand, depth: number): void {
    if (!this.budget.affords(command.words.length + command.redirections.length, command.text)) return;
    const launch = launchOf(command.words);
    for (const words of findActions(command.words)) {
      if (!this.budget.affords(words.length, command.text)) break;
      this.add(inner(words, false), depth + 1);
    }
    if (!launch) {
      this.commands.push(withNextName(command));
      return;
    }
    if (launch.type === 'unknown') {
      this.commands.push(withRisk(command, 'indirect'));
      return;
    }
    if (launch.type === 'any') {
      // A rule about the launcher covers what runs in a container or from a package, unless that is denied.
      this.commands.push({ ...command, mayStart: launch.candidates.map(words => inner(words, false)) });
      return;
    }
    this.commands.push(launch.isTransparent ? { ...command, isCarrier: true } : withRisk(command, 'indirect'));
    if (depth > MAX_DEPTH) this.risks.push({ kind: 'unparsed', detail: shortened(command.text) });
    else if (launch.type === 'words') this.add(inner(launch.words, launch.isFed), depth + 1);
    else {
      if (!launch.word.isStatic) this.risks.push({ kind: 'indirect', detail: shortened(command.text) });
      this.readText(launch.word.value, depth + 1);
    }
  }
}

/** If the name expands to nothing, the next word is the name. */
function withNextName(command: SimpleCommand): SimpleCommand {
  const { words } = command;
  const known = words.findIndex(word => word.isStatic || word.isQuoted);
  return known > 0 ? { ...command, mayStart: [inner(words.slice(known), false)] } : command;
}
