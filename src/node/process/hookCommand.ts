/** The variables that hook commands may use; they are all in the hook's environment. */
const NAMES =
  /\$(GEMINI_PROJECT_DIR|GEMINI_CWD|GEMINI_PLANS_DIR|GEMINI_SESSION_ID|CLAUDE_PROJECT_DIR)(?![A-Za-z0-9_])/y;

/**
 * Quotes these variables so that each is one word, even if its value has spaces: in double quotes for a POSIX shell,
 * unless the command already quotes it, or as PowerShell's `${env:…}`.
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
