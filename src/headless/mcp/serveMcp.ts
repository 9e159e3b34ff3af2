import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { loadValidator } from '../../agent/calls/validateArgs';
import type { ReadContext, ReadTool, Tool } from '../../agent/tool';
import { commandEnvironmentOf, ignoringOf } from '../../config/settingsByPurpose';
import { SandboxError, sandboxVariables, unkeptGuard } from '../../config/guards';
import { isContained } from '../../node/sandbox/contained';
import { ConfigurationError } from '../../config/trustedFolders';
import { servePollux } from '../../mcp/serve/polluxServer';
import { servedRead } from '../../mcp/serve/servedTools';
import { createDiskWorkspace } from '../../node/files/diskWorkspace';
import { readPackage } from '../../node/package';
import { createDiskProcesses } from '../../node/process/backgroundProcesses';
import { isSecretFile } from '../../policy/secretFiles';
import { builtinTools } from '../../tools/index';
import { createAccessSources } from '../session/access';
import { InputError } from '../commandLine';
import { parseFlags } from '../flags';
import { loadConfiguration, modelOf } from '../session/headlessConfiguration';
import { createHeadlessSession } from '../session/headlessSession';
import { checkSandbox, createHeadlessSandbox } from '../session/headlessSandbox';
import { createHeadlessSkills } from '../session/headlessSkills';
import { createHeadlessControls } from '../session/headlessControls';
import { createHeadlessEgress } from '../session/headlessEgress';
import { EXIT, saidErrors } from '../output/exitCodes';
import { createLog } from '../output/log';
import type { Streams } from '../output/streams';
import { servedAgent } from './servedAgent';

const READ_TOOLS = ['list_directory', 'read_file', 'glob', 'search_file_content'];
const INSTRUCTIONS =
  'Pollux reads, searches and changes the files of one folder. Use its read tools for single looks, and "ask" for whatever ' +
  'takes several steps or changes something.';

/**
 * `pollux mcp serve`: an MCP server on standard input and output for the current folder; ends with its input. Resolves
 * to the exit code.
 */
export function serveMcp(args: readonly string[], { err }: Streams): Promise<number> {
  return saidErrors(() => serve(args, err), err);
}

async function serve(args: readonly string[], err: Streams['err']): Promise<number> {
  const flags = parseFlags(args);
  if (flags.prompt !== '') throw new InputError('mcp serve takes no prompt: prompts come from the client.');
  const configuration = await loadConfiguration(flags, err);
  const log = createLog(flags.isDebug, err);
  const egress = createHeadlessEgress(configuration);
  const sources = createAccessSources(configuration, egress, err);
  await createHeadlessControls({ configuration, sources, egress, err, log }).check();
  const { settings, isTrusted } = configuration;
  const guard = unkeptGuard(settings, sandboxVariables(process.env, configuration, isContained), flags.isSandboxed);
  if (guard) throw guard.kind === 'sandbox' ? new SandboxError(guard.message) : new ConfigurationError(guard.message);
  const sandbox = createHeadlessSandbox({
    configuration,
    isSandboxed: flags.isSandboxed,
    include: [...configuration.settings['context.includeDirectories'], ...flags.includeDirectories],
    err,
  });
  await checkSandbox(sandbox, configuration, flags.isSandboxed);
  const processes = createDiskProcesses(
    () => ({ ...commandEnvironmentOf(configuration), folders: [process.cwd()] }),
    sandbox.confine,
  );
  const workspace = createDiskWorkspace({
    folders: [process.cwd()],
    ignoring: () => ignoringOf(settings),
    mayUseGit: () => isTrusted,
  });
  const validator = await loadValidator();
  const reading = {
    isSecret: isSecretFile,
    validate: (tool: ReadTool, given: Readonly<Record<string, unknown>>) => validator.validate(tool, given),
    // The offered tools need nothing but files.
    context: (signal: AbortSignal) => ({ callId: 'served', workspace, processes, signal }) as unknown as ReadContext,
  };
  const agent = servedAgent(async canAsk => {
    const chosen = modelOf(configuration);
    const { session } = await createHeadlessSession({
      ...{ sources, egress, flags, configuration, chosen, processes, sandbox, log, err },
      registry: createHeadlessSkills(configuration, async () => []),
      canAsk,
    });
    return session;
  });
  const tools = [...builtinTools.filter(isOffered).map(tool => servedRead(tool, reading)), agent];
  const { version } = await readPackage(__dirname);
  const onError = (error: Error) => log.warn(`The MCP connection: ${error.message}`);
  const transport = new StdioServerTransport();
  process.stdin.once('end', () => void transport.close());
  await servePollux({ version, instructions: INSTRUCTIONS, tools, onError }, transport);
  await processes.dispose();
  return EXIT.done;
}

function isOffered(tool: Tool): tool is ReadTool & Tool {
  return tool.kind === 'read' && READ_TOOLS.includes(tool.name);
}
