// Statistics of a run in the field names of Gemini CLI's output formats.
import { addUsage, NO_USAGE } from '../shared/chatState';
import type { Usage } from '../shared/messages';

/** Totals for the requests of a model, or of one role of a model. */
export interface Requests {
  requests: number;
  errors: number;
  latencyMs: number;
  usage: Usage;
}

export interface ModelStats extends Requests {
  readonly roles: Map<string, Requests>;
}

/** Who let calls run: the user, with or without changes, or automatic approval. */
export interface Decisions {
  accept: number;
  reject: number;
  modify: number;
  auto_accept: number;
}

export interface ToolStats {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
  readonly decisions: Decisions;
}

/** All statistics, by the names of models and tools. */
export interface Counted {
  readonly models: ReadonlyMap<string, ModelStats>;
  readonly tools: ReadonlyMap<string, ToolStats>;
  readonly lines: { readonly added: number; readonly removed: number };
}

/** The `stats` field of the `json` format. */
export function statsJson({ models: used, tools: called, lines }: Counted) {
  const models = [...used].map(([name, { roles, ...all }]) => {
    const { totalRequests, totalErrors, totalLatencyMs, tokens } = requestsIn(all);
    const api = { totalRequests, totalErrors, totalLatencyMs };
    const byRole = Object.fromEntries([...roles].map(([role, each]) => [role, requestsIn(each)]));
    return [name, { api, tokens, roles: byRole, ...costIn(all.usage) }] as const;
  });
  const tools = [...called.values()];
  const sum = (key: Exclude<keyof ToolStats, 'decisions'>) => tools.reduce((total, each) => total + each[key], 0);
  const decisions = undecided();
  for (const key of Object.keys(decisions) as (keyof Decisions)[])
    decisions[key] = tools.reduce((total, each) => total + each.decisions[key], 0);
  return {
    models: Object.fromEntries(models),
    tools: {
      totalCalls: sum('count'),
      totalSuccess: sum('success'),
      totalFail: sum('fail'),
      totalDurationMs: sum('durationMs'),
      totalDecisions: decisions,
      byName: Object.fromEntries(called),
    },
    files: { totalLinesAdded: lines.added, totalLinesRemoved: lines.removed },
  };
}

/** The `stats` field in the `result` line of `stream-json`. */
export function statsLine({ models, tools }: Counted, durationMs: number) {
  const all = [...models.values()].map(({ usage }) => usage);
  const usage = all.reduce(addUsage, NO_USAGE);
  const sum = (key: keyof Omit<Usage, 'cost'>) => usage[key];
  return {
    total_tokens: sum('total'),
    input_tokens: sum('input'),
    output_tokens: sum('output'),
    cached: sum('cached'),
    input: sum('input') - sum('cached'),
    duration_ms: durationMs,
    ...costIn(usage),
    tool_calls: [...tools.values()].reduce((total, { count }) => total + count, 0),
    models: Object.fromEntries(
      [...models].map(([name, { usage }]) => [
        name,
        {
          total_tokens: usage.total,
          input_tokens: usage.input,
          output_tokens: usage.output,
          cached: usage.cached,
          input: usage.input - usage.cached,
          ...costIn(usage),
        },
      ]),
    ),
  };
}

export function undecided(): Decisions {
  return { accept: 0, reject: 0, modify: 0, auto_accept: 0 };
}

/** The estimated cost, for which Gemini CLI has no field; absent if the price is unknown. */
function costIn({ cost }: Usage): object {
  return cost === undefined ? {} : { estimated_cost_usd: Number(cost.toFixed(6)) };
}

function requestsIn({ requests, errors, latencyMs, usage }: Requests) {
  const { input, output, cached, thoughts, total } = usage;
  return {
    totalRequests: requests,
    totalErrors: errors,
    totalLatencyMs: latencyMs,
    tokens: {
      input: input - cached,
      prompt: input,
      candidates: output,
      total,
      cached,
      thoughts,
      // Tokens that the service's own tools gave to the model appear in no other count.
      tool: Math.max(0, total - input - output - thoughts),
    },
  };
}
