/** One figure. Without a `limit` it is there to compare with. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  /** `s`, `ms`, `kB`, …; `×` for a ratio of two figures of the same run. */
  readonly unit: string;
  /** The value should be at most this. */
  readonly limit?: number;
}

export const isOver = ({ value, limit }: Metric): boolean => limit !== undefined && !(value <= limit);

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The value that the given share of all values does not exceed; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function tableOf(metrics: readonly Metric[]): string {
  const rows = metrics.map(metric => [
    metric.name,
    `${shown(metric.value)} ${metric.unit}`,
    metric.limit === undefined ? '' : `≤ ${metric.limit} ${metric.unit}`,
    metric.limit === undefined ? '' : isOver(metric) ? 'over' : 'ok',
  ]);
  const all = [['metric', 'value', 'target', ''], ...rows];
  const widths = [0, 1, 2].map(column => Math.max(...all.map(row => row[column]!.length)));
  const line = ([name = '', value = '', target = '', verdict = '']: string[]) =>
    `${name.padEnd(widths[0]!)}  ${value.padStart(widths[1]!)}  ${target.padStart(widths[2]!)}  ${verdict}`.trimEnd();
  return all.map(line).join('\n');
}

function shown(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) || size >= 100 ? 0 : size >= 1 ? 2 : 4);
}
