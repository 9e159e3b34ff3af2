import type { DayLedger } from '../../src/agent/ports/dayLedger';
import type { Log } from '../../src/agent/ports/log';
import type { OutputFiles } from '../../src/agent/ports/outputFiles';
import type { Processes } from '../../src/agent/ports/processes';
import type { UtilityModel } from '../../src/agent/ports/utilityModel';
import type { Web } from '../../src/agent/ports/web';
import { ToolError } from '../../src/shared/errors';

/** Nothing runs in the background. */
export const noProcesses: Processes = {
  start: async () => ({ error: 'Nothing can be started in this test.' }),
  list: () => [],
  read: () => null,
  wait: async () => null,
  kill: async () => false,
};

/** No address answers. */
export const noWeb: Web = {
  check: url => ({ url: new URL(url).href, isPublic: true }),
  admit: () => undefined,
  fetch: url => Promise.reject(new ToolError('web_fetch_fallback_failed', `${url} can't be reached in this test.`)),
};

/** No question is answered. */
export const noUtilityModel: UtilityModel = {
  ask: async () => ({ ok: false, failure: { kind: 'other', message: 'No model in this test.' } }),
};

/** Nothing is kept. */
export const noOutputFiles: OutputFiles = {
  save: () => Promise.reject(new Error('nothing is kept in this test')),
  saveBytes: () => Promise.reject(new Error('nothing is kept in this test')),
  record: () => ({ write: () => undefined, end: async () => null }),
};

/** No day has a past. */
export const noLedger: DayLedger = {
  add: () => undefined,
  sum: () => ({ ok: true, spent: { tokens: 0, money: 0, requests: 0, ms: 0 } }),
  grant: () => undefined,
};

/** Nobody reads it. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
