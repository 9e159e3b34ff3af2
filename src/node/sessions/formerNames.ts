import { isJsonObject } from '../../shared/jsonObject';

/**
 * Updates the names in a record that an earlier version wrote: `condensed` is now `compacted`, and an approval `by` a
 * `person` is now by the `user`. Other records are returned unchanged.
 */
export function withCurrentNames(record: unknown): unknown {
  if (!isJsonObject(record)) return record;
  if (record.type === 'agent') return { ...record, event: withCurrentNames(record.event) };
  if (record.type === 'compressed' && 'condensed' in record) {
    const { condensed: compacted, ...rest } = record;
    return { ...rest, compacted };
  }
  const { approvalSource } = record;
  if (!isJsonObject(approvalSource) || approvalSource.by !== 'person') return record;
  return { ...record, approvalSource: { ...approvalSource, by: 'user' } };
}
