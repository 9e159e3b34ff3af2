/** What hooks may name in their command; their environment has all of them. */
const NAMES =
  /\$(GEMINI_PROJECT_DIR|GEMINI_CWD|GEMINI_PLANS_DIR|GEMINI_SESSION_ID|CLAUDE_PROJECT_DIR)(?![A-Za-z0-9_])/y;

/**
 * The command with each of these variables as one word, whatever blanks its value has: quoted for a POSIX shell where the
 * command does not quote it itself, and as PowerShell names variables of the environment.
 */
export function quoteVariables(command: string, shell: 'posix' | 'powershell'): string {
  let result = '';
  let quote: '"' | "'" | undefined;
  for (let i = 0; i < command.length;) {
    const char = command.charAt(i);
    NAMES.lastIndex = i;
    const found = char === '$' && quote !== "'" ? NAMES.exec(command) : null;
    if (found) {
      const [whole, name = ''] = found;
      result += shell === 'powershell' ? `\${env:${name}}` : quote ? whole : `"${whole}"`;
      i += whole.length;
      continue;
    }
    const isEscape = char === '\\' && shell === 'posix' && quote !== "'";
    if (!quote && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = undefined;
    result += command.slice(i, i + (isEscape ? 2 : 1));
    i += isEscape ? 2 : 1;
  }
  return result;
}
