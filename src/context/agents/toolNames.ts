// Translates tool names in other agents' files to Pollux's names.

type Names = Readonly<Record<string, readonly string[]>>;

const READ = ['read_file', 'read_many_files', 'list_directory'];
const SEARCH = ['search_file_content', 'glob', 'list_directory'];
const EDIT = ['replace', 'write_file'];
const WEB = ['web_fetch', 'google_web_search'];

/** Tool names of Claude Code and Copilot, in lower case. */
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

/** Tool name patterns for an entry of a tool list; none if it has no equivalent, or is limited to some arguments. */
export function toolPatterns(entry: string): readonly string[] {
  const name = entry.trim();
  if (name === '' || name.includes('(')) return [];
  const other = OTHERS[name.toLowerCase()];
  if (other) return other;
  const { 1: server, 2: tool } = /^mcp__([^_].*?)__(.+)$/.exec(name) ?? /^([\w.-]+)\/(\*|[\w.-]+)$/.exec(name) ?? [];
  return server === undefined ? [name] : [`mcp_${server}_${tool ?? '*'}`];
}
