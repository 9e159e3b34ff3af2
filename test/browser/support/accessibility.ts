import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Chat } from './chat';

const source = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** The whole panel keeps the rules of axe-core, among them WCAG 2.2 AA. */
export async function expectAccessible({ panel }: Chat): Promise<void> {
  const body = panel.locator('body');
  // Evaluated by the debugger, so the panel's policy for scripts stands.
  const results = await body.evaluate(async (element, axe) => {
    const scope = globalThis as unknown as { axe?: { run: (root: Element) => Promise<AxeResults> } };
    // oxlint-disable-next-line typescript/no-implied-eval -- no script element gets past the policy
    if (!scope.axe) new Function(axe).call(globalThis);
    return scope.axe!.run(element);
  }, source);
  assert.ok(results.passes.length > 10, 'axe-core has looked at next to nothing');
  const violations = results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n    ')}`);
  assert.deepEqual(violations, []);
}
