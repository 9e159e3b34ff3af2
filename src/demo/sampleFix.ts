// The bug in the sample workspace (test/support/sample) and the two fixes that the demo proposes.
import type { DemoPart } from './demoPart';

export const CART_FILE = 'src/cart.js';

const BUG = '    sum += line - percentOf(line, cart.discountPercent);';
const REST = '  }\n  return sum - percentOf(sum, cart.discountPercent);';

/** True for code that takes the discount off a line and off the sum. */
export function showsBug(code: string): boolean {
  return code.includes(BUG.trim());
}

export function showsFix(code: string): boolean {
  return code.includes('sum += line;');
}

export function startFix(): DemoPart[] {
  return [{ call: { name: 'read_file', args: { file_path: CART_FILE } } }];
}

export function proposeFix(): DemoPart {
  return {
    call: {
      name: 'replace',
      args: {
        file_path: CART_FILE,
        instruction: 'Take the discount off once, off the sum of all lines, instead of off every line as well.',
        old_string: `${BUG}\n${REST}`,
        new_string: `    sum += line;\n  }\n  // Once, off the whole order: rounding happens once too.\n${REST.slice(4)}`,
      },
    },
  };
}

/** The smaller fix, for a user who rejected the first. */
export function proposeSmallerFix(): DemoPart {
  return {
    call: {
      name: 'replace',
      args: {
        file_path: CART_FILE,
        instruction: 'Add the plain line to the sum; the discount is taken off at the end.',
        old_string: BUG,
        new_string: '    sum += line;',
      },
    },
  };
}

export const EXPLANATION = `## Found it: the discount is taken twice

\`total\` in \`src/cart.js\` takes the discount off in two places:

1. inside the loop, off every line,
2. after the loop, off the sum, which is already reduced.

\`\`\`js
sum += line - percentOf(line, cart.discountPercent); // first time
// …
return sum - percentOf(sum, cart.discountPercent); // second time
\`\`\`

For two notebooks at 12.50 and a pencil at 5.00, with a discount of 10 %:

| | should be | is |
|---|---:|---:|
| sum of all lines | 30.00 | 27.00 |
| discount at the end | 3.00 | 2.70 |
| **total** | **27.00** | **24.30** |

The customer pays 2.70 too little. \`createCart\` says that the discount is a percentage of the whole order, so I would \
take it off once, at the end.

The next card shows the change as a diff: accept it, change it in the diff before you accept it, or reject it, with a \
reason if you like.
`;

export const FIX_AS_TEXT = `\`\`\`diff
-    sum += line - percentOf(line, cart.discountPercent);
+    sum += line;
\`\`\``;
