import type { LogName, MetricName, AttributesOf } from './tables';
import type { AttributeValue } from './tables';
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** An interval of a run, with nested ones. Times are milliseconds since the epoch. */
export interface SpanData {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly isFailed: boolean;
  readonly attributes: Attributes;
  readonly children: readonly SpanData[];
}

/** Data to export; created from events by pure functions and passed to a sink. */
export type Signal =
  | { readonly kind: 'log'; readonly name: LogName; readonly at: number; readonly attributes: Attributes }
  | { readonly kind: 'metric'; readonly name: MetricName; readonly value: number; readonly attributes: Attributes }
  | { readonly kind: 'trace'; readonly root: SpanData };

/** A log record; undefined attributes are left out. */
export function log<Name extends LogName>(name: Name, at: number, attributes: AttributesOf<Name>): Signal {
  return { kind: 'log', name, at, attributes: present(attributes) };
}

/** A metric value: added to a counter, recorded in a histogram, or set on a gauge. */
export function metric(
  name: MetricName,
  value: number,
  attributes: Readonly<Record<string, AttributeValue | undefined>> = {},
): Signal {
  return { kind: 'metric', name, value, attributes: present(attributes) };
}

export function present(attributes: object): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Names that come from code, settings or services: a short plain word, otherwise `other`. */
export function word(value: string): string {
  return /^[\w.-]{1,64}$/.test(value) ? value : 'other';
}
