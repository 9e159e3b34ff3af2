/** Keywords whose subschemas are tried on the same value, which together with references can double the work at each level. */
const TRIED = /"(?:anyOf|oneOf|allOf|not|if|contains|dependentSchemas|unevaluated\w+)":/;
const REFERS = /"\$(?:dynamicR|recursiveR|r)ef":/;

/**
 * A schema from outside without what takes forever to check for some values: whoever wrote it may control the values,
 * too. It accepts everything that the given one does. Undefined: nothing is left that is sure to end soon.
 */
export function boundedSchema(schema: unknown): unknown {
  const json = JSON.stringify(schema, (key, value: unknown) => {
    if ((key === 'pattern' && typeof value === 'string') || (key === 'uniqueItems' && value === true)) return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { patternProperties, $ref, ...rest } = value as Readonly<Record<string, unknown>>;
    // Beside a reference, the same value would be checked twice.
    if (typeof $ref === 'string') return { $ref, ...('$defs' in rest && { $defs: rest.$defs }) };
    // Without the patterns, it is unknown which other properties are allowed.
    return patternProperties === undefined ? value : { ...rest, additionalProperties: true };
  });
  return REFERS.test(json) && TRIED.test(json) ? undefined : JSON.parse(json);
}
