import type { ToolCall } from '../../shared/messages';
import type { Proposal } from '../../shared/proposals';
import type { HookInputs } from '../ports/hooks';

/** The input of Notification hooks when a call waits for the user, in Gemini CLI's format. */
export function notificationOf({ name }: ToolCall, title: string, proposal: Proposal): HookInputs['Notification'] {
  const details = { tool: name, title, ...detailsOf(proposal) };
  return { message: `Tool ${title} requires ${NEEDS[details.type]}`, details };
}

const NEEDS = { edit: 'editing', exec: 'execution', info: 'information', mcp: 'confirmation' } as const;

type Details = Readonly<Record<string, unknown>> & { readonly type: keyof typeof NEEDS };

function detailsOf(proposal: Proposal): Details {
  switch (proposal.kind) {
    case 'edit': {
      const { file, before, after } = proposal;
      const fileName = file.split(/[\\/]/).at(-1);
      return { type: 'edit', fileName, filePath: file, originalContent: before ?? '', newContent: after };
    }
    case 'command':
      return { type: 'exec', command: proposal.command, rootCommand: proposal.command.trim().split(/\s+/, 1)[0] };
    case 'fetch':
      return { type: 'info', urls: proposal.urls, ...(proposal.prompt !== undefined && { prompt: proposal.prompt }) };
    case 'mcp': {
      const { server: serverName, tool: toolName, args, description } = proposal;
      return { type: 'mcp', serverName, toolName, args, ...(description !== undefined && { description }) };
    }
    default:
      return { type: 'info', kind: proposal.kind };
  }
}
