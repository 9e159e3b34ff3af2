import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const variables = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_GENAI_USE_GCA',
  'GOOGLE_GEMINI_BASE_URL',
];

/** Whether the environment or the person's own `.gemini` folder holds something to sign in by. */
export function hasCredentials(): boolean {
  const home = process.env.GEMINI_CLI_HOME ?? homedir();
  const assignment = new RegExp(`^\\s*(export )?(${variables.join('|')})=.`, 'm');
  return (
    variables.some(name => process.env[name]) ||
    existsSync(join(home, '.gemini', 'oauth_creds.json')) ||
    [join(home, '.gemini', '.env'), join(home, '.env')].some(
      file => existsSync(file) && assignment.test(readFileSync(file, 'utf8')),
    )
  );
}
