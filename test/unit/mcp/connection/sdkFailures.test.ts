import assert from 'node:assert/strict';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { failureOf } from '../../../../src/mcp/connection/sdkFailures';

describe('An HTTP status of a server', () => {
  const said = (detail: string) =>
    failureOf(new StreamableHTTPError(405, `Error POSTing to endpoint: ${detail}`), 'notes').message;

  it('is told with what the server said of it, if it said anything', () => {
    assert.equal(said('Use SSE.\n'), 'The MCP server “notes” answered with HTTP 405: Use SSE.');
    assert.equal(said(''), 'The MCP server “notes” answered with HTTP 405.');
  });
});

describe('An answer that no MCP server gives', () => {
  it('makes the address suspicious', () => {
    const error = new StreamableHTTPError(-1, 'Unexpected content type: text/html');
    assert.equal(
      failureOf(error, 'notes').message,
      'The MCP server “notes” doesn’t answer like an MCP server. Check its address.',
    );
  });
});
