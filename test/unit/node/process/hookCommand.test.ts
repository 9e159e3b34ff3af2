import assert from 'node:assert/strict';
import { quoteVariables } from '../../../../src/node/process/hookCommand';

describe('The command of a hook', () => {
  const cases: readonly (readonly [string, string, string?])[] = [
    ['$GEMINI_PROJECT_DIR/a.sh', '"$GEMINI_PROJECT_DIR"/a.sh', '${env:GEMINI_PROJECT_DIR}/a.sh'],
    ['sh "$CLAUDE_PROJECT_DIR/a b.sh"', 'sh "$CLAUDE_PROJECT_DIR/a b.sh"', 'sh "${env:CLAUDE_PROJECT_DIR}/a b.sh"'],
    ["echo '$GEMINI_CWD'", "echo '$GEMINI_CWD'", "echo '$GEMINI_CWD'"],
    [`echo "it's $GEMINI_CWD"`, `echo "it's $GEMINI_CWD"`],
    ['echo \\"$GEMINI_SESSION_ID\\"', 'echo \\""$GEMINI_SESSION_ID"\\"'],
    ['echo $GEMINI_CWDX $HOME ${GEMINI_CWD}', 'echo $GEMINI_CWDX $HOME ${GEMINI_CWD}'],
  ];
  for (const [command, posix, powershell] of cases) {
    it(`has variables as one word: ${command}`, () => {
      assert.equal(quoteVariables(command, 'posix'), posix);
      if (powershell !== undefined) assert.equal(quoteVariables(command, 'powershell'), powershell);
    });
  }
});
