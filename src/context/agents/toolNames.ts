// What other agents' files call tools, in the names that tools have here.

type Names = Readonly<Record<string, readonly string[]>>;

const READ = ['read_file', 'read_many_files', 'list_directory'];
const SEARCH = ['search_file_content', 'glob', 'list_directory'];
const EDIT = ['replace', 'write_file'];
const WEB = ['web_fetch', 'google_web_search'];

/** Names of Claude Code and of Copilot, in small letters. */
const OTHERS: Names = {
  ls: ['list_directory'],
  grep: ['search_file_content'],
  write: ['write_file'],
  multiedit: ['replace'],
  edit: EDIT,
  bash: ['run_shell_command'],
  shell: ['run_shell_command'],
  execute: ['run_shell_command'],
  runcommands: ['run_shell_command'],
  webfetch: ['web_fetch'],
  fetch: ['web_fetch'],
  websearch: ['google_web_search'],
  web: WEB,
  read: READ,
  search: SEARCH,
  codebase: SEARCH,
  usages: SEARCH,
  editfiles: EDIT,
};

/** The patterns that an entry of a list of tools stands for; none for what is not here, such as a grant for some arguments alone. */
export function toolPatterns(entry: string): readonly string[] {
  const name = entry.trim();
  if (name === '' || name.includes('(')) return [];
  const other = OTHERS[name.toLowerCase()];
  if (other) return other;
  const { 1: server, 2: tool } = /^mcp__([^_].*?)__(.+)$/.exec(name) ?? /^([\w.-]+)\/(\*|[\w.-]+)$/.exec(name) ?? [];
  return server === undefined ? [name] : [`mcp_${server}_${tool ?? '*'}`];
}
