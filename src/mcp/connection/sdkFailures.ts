import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';
import { EgressError, SignInError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';
import { MessageTooLong } from './eventStream';
import { McpFailure } from './mcpConnection';
import { flawIn, flawText } from './messages';
import { STATELESS } from '../stateless/statelessTransport';
import { MalformedResult } from '../tools/serverContent';

/** Converts an error to an `McpFailure`. `cause` keeps the SDK's own error. */
export function failureOf(error: unknown, server: string, signal?: AbortSignal): McpFailure {
  if (error instanceof McpFailure) return error;
  const options = { cause: error };
  if (signal?.aborted) return new McpFailure('cancelled', l10n.t('Cancelled'), options);
  if (error instanceof SignInError) return new McpFailure('signIn', error.message, options);
  if (error instanceof EgressError) return new McpFailure('unreachable', error.message, options);
  const status = statusOf(error);
  if (status === 401) {
    return new McpFailure('signIn', l10n.t('The MCP server “{0}” asks you to sign in.', server), options);
  }
  if (status !== undefined) {
    return new McpFailure('protocol', statusText(server, status, detailOf(error)), options);
  }
  if (error instanceof McpError) return mcpFailure(error, server, options);
  const nonsense = nonsenseOf(error, server);
  if (nonsense !== undefined) return new McpFailure('protocol', nonsense, options);
  const reached = networkProblem(error);
  if (reached !== undefined) {
    return new McpFailure(
      'unreachable',
      l10n.t('The MCP server “{0}” can’t be reached: {1}', server, reached),
      options,
    );
  }
  const message = messageOf(error);
  if (message === 'Not connected')
    return new McpFailure('closed', l10n.t('The MCP server “{0}” isn’t connected.', server), options);
  return new McpFailure('unreachable', l10n.t('The MCP server “{0}” can’t be used: {1}', server, message), options);
}

function mcpFailure(error: McpError, server: string, options: ErrorOptions): McpFailure {
  const flaw = flawIn(error.data);
  if (flaw) return new McpFailure('protocol', flawText(server, flaw), options);
  const code: number = error.code;
  const [timeout, closed]: readonly number[] = [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed];
  const words = error.message.replace(/^MCP error -?\d+: /, '');
  // Servers use these codes for errors of their own too.
  if (code === timeout && /timed out|total timeout/i.test(words)) {
    return new McpFailure('timeout', l10n.t('The MCP server “{0}” didn’t answer in time.', server), options);
  }
  if (code === closed && words === 'Connection closed') {
    return new McpFailure('closed', l10n.t('The MCP server “{0}” ended before it answered.', server), options);
  }
  return new McpFailure('protocol', l10n.t('The MCP server “{0}” answered with an error: {1}', server, words), options);
}

/** Validation errors are worded for programmers, so they are replaced. */
function nonsenseOf(error: unknown, server: string): string | undefined {
  // The SDK's code for an answer that is neither JSON nor a stream of events, such as a page.
  if (error instanceof StreamableHTTPError && error.code === -1)
    return l10n.t('The MCP server “{0}” doesn’t answer like an MCP server. Check its address.', server);
  if (error instanceof MalformedResult)
    return l10n.t('The MCP server “{0}” sent an answer that violates the protocol: {1}', server, error.message);
  if (error instanceof MessageTooLong) return flawText(server, error.flaw);
  if (error instanceof RangeError)
    return l10n.t('The MCP server “{0}” sent an answer that is nested too deeply.', server);
  if (error instanceof Error && Array.isArray((error as { readonly issues?: unknown }).issues))
    return flawText(server, 'invalid');
  return undefined;
}

/** Whether the server has lost our session, so that it did not execute the request. */
export function isSessionLost(error: unknown): boolean {
  if (!(error instanceof StreamableHTTPError)) return false;
  // By the specification 404; servers after the SDK's examples say 400, and that the session is none or not begun.
  return error.code === 404 || (error.code === 400 && /\bsession\b|not initialized/i.test(error.message));
}

/** Whether a server refused `initialize` but may support another revision. */
export function isInitializeRefused(error: unknown): boolean {
  if (error instanceof StreamableHTTPError) return error.code === 400 || error.code === 404;
  const [, version] = /protocol version is not supported: (\S+)/.exec(messageOf(error)) ?? [];
  if (version !== undefined) return version === STATELESS;
  const refusals: readonly number[] = [ErrorCode.MethodNotFound, ErrorCode.InvalidParams, UNSUPPORTED_VERSION];
  return error instanceof McpError && refusals.includes(error.code);
}

/** Whether a server found something wrong with the request itself. */
export function isBadRequest(error: unknown): boolean {
  return error instanceof StreamableHTTPError && error.code === 400;
}

/** The error code of servers that don't support the requested revision. */
const UNSUPPORTED_VERSION = -32_022;

function statusOf(error: unknown): number | undefined {
  const code = error instanceof StreamableHTTPError ? error.code : undefined;
  return code !== undefined && code > 0 ? code : undefined;
}

function statusText(server: string, status: number, detail: string): string {
  return detail === ''
    ? l10n.t('The MCP server “{0}” answered with HTTP {1}.', server, status)
    : l10n.t('The MCP server “{0}” answered with HTTP {1}: {2}', server, status, detail);
}

const MAX_DETAIL = 500;

function detailOf(error: unknown): string {
  const text = messageOf(error);
  return text
    .replace(/^Streamable HTTP error: (?:Error POSTing to endpoint: )?/, '')
    .trim()
    .slice(0, MAX_DETAIL);
}

/** The reason for a network error, which `fetch` only gives in its error's cause. */
function networkProblem(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const { cause } = error;
  return cause instanceof Error ? cause.message || ((cause as { code?: string }).code ?? error.message) : error.message;
}
