import { NUMBER, type Programs, type Use } from './program';

const PACKAGES = /(?:@[\w.-]+\/)?[\w.-]+/;
const WITHOUT_LIST = /^(?:run|root|prefix|explain|why|pkg)$/;

/** Package managers, of which the environment turns off what they do besides. */
export const TOOLS: Programs = {
  // `npm run` alone lists the scripts. Not `npm config`: a `.npmrc` may put variables of the environment into what it says.
  npm: {
    flags: 'al',
    long: 'all json long parseable production prod dev',
    values: { depth: NUMBER },
    operands: [
      { kind: /ls|list|ll|run|root|prefix|explain|why|pkg/ },
      { kind: /get|(?:@[\w.-]+\/)?[\w.-]+/, count: 'optional' },
      { kind: PACKAGES, count: 'optional' },
    ],
    isQuieted: true,
    holds: isNpmLook,
  },
  pip: PIP(),
  pip3: PIP(),
  go: {
    operands: [{ kind: /version|env/ }, { kind: /GO[A-Z]+/, count: 'any' }],
    isQuieted: true,
    holds: ({ operands }) => operands[0] === 'env' || operands.length === 1,
  },
};

function isNpmLook({ operands: [first = '', ...rest], options }: Use): boolean {
  if (!WITHOUT_LIST.test(first)) return true;
  if (options.size > 0) return false;
  switch (first) {
    case 'pkg':
      return rest[0] === 'get' && rest.length < 3;
    case 'explain':
    case 'why':
      return rest.length === 1;
    default:
      return rest.length === 0;
  }
}

function PIP(): Programs[string] {
  return {
    flags: 'l',
    values: { format: /columns|freeze|json/ },
    operands: [{ kind: /list|show|freeze/ }, { kind: /[\w.-]+/, count: 'any' }],
    isQuieted: true,
    holds: ({ operands, options }) =>
      operands[0] === 'show' ? options.size === 0 && operands.length > 1 : operands.length === 1,
  };
}
