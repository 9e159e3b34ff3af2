import { NUMBER, type Programs, type Use } from './program';

const PACKAGES = /(?:@[\w.-]+\/)?[\w.-]+/;
const WITHOUT_LIST = /^(?:run|root|prefix|explain|why|pkg)$/;

const PROCESS_COLUMN = '(?:pid|ppid|pgid|comm|user|uid|stat|etime|time|rss|vsz|%cpu|%mem|pcpu|pmem|tty)';
const PROCESS_COLUMNS = new RegExp(`${PROCESS_COLUMN}(?:,${PROCESS_COLUMN}){0,15}`);

/** Of what lists of containers show, names and figures: a container's command, labels and variables often hold secrets. */
const DOCKER_FIELD =
  '(?:ID|Names?|Image|Status|State|Ports|Size|Networks|CreatedAt|CreatedSince|RunningFor|Repository|Tag|Digest|Driver|' +
  'Scope|Container|CPUPerc|MemUsage|MemPerc|NetIO|BlockIO|PIDs|(?:Server|Client)\\.Version)';
/** By label, a list would tell whether a guessed value is right. */
export const DOCKER_FILTER =
  /(?:name|id|status|health|exited|ancestor|reference|dangling|network|driver|scope|type|volume|publish|expose|before|since)=.*/s;
export const DOCKER_FORMAT = new RegExp(`table|(?:[^{}]*\\{\\{ ?\\.${DOCKER_FIELD} ?\\}\\})+[^{}]*`);

/** Package managers and similar tools; where marked, they only look in the restricted environment. */
export const TOOLS: Programs = {
  // `npm run` alone lists the scripts. Not `npm config`: an `.npmrc` may put variables into its output.
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
    // The addresses of proxies may contain passwords; a list of everything leaves them out (see `lookingEnvironment`).
    operands: [{ kind: /version|env/ }, { kind: /GO(?!PROXY|AUTH)[A-Z]+/, count: 'any' }],
    isQuieted: true,
    holds: ({ operands }) => operands[0] === 'env' || operands.length === 1,
  },
  // Lists what exists, by name. Not the content of containers: variables and logs may hold secrets.
  docker: {
    flags: 'aqls',
    long: 'all quiet latest size no-trunc no-stream digests',
    values: { f: DOCKER_FILTER, filter: DOCKER_FILTER, format: DOCKER_FORMAT, n: NUMBER, last: NUMBER },
    operands: [
      { kind: /ps|images|version|stats|container|context|image|network|volume/ },
      { kind: /ls|list/, count: 'optional' },
    ],
    holds: isDockerLook,
  },
  // Anything more would contact the cluster.
  kubectl: {
    long: 'client no-headers',
    optional: { client: /true/ },
    values: { o: /name|json|yaml/, output: /name|json|yaml/ },
    operands: [{ kind: /config|version/ }, { kind: /current-context|get-contexts|get-clusters/, count: 'optional' }],
    holds: ({ operands, options }) =>
      operands[0] === 'version' ? operands.length === 1 && options.has('client') : operands.length === 2,
  },
  // Only columns without the arguments and variables of other programs, which often hold secrets.
  ps: {
    flags: 'eA',
    values: { o: PROCESS_COLUMNS, p: /\d{1,9}(?:,\d{1,9}){0,20}/ },
    long: 'no-headers',
    holds: ({ options }) => options.size === 0 || options.has('o'),
  },
  // Excluded: `-p`, which shows the arguments of other programs, and `-K`, which ends connections.
  ss: { flags: 'tulnaH46s' },
  // Without `-i` it lists the files that other programs have open.
  lsof: { flags: 'nPt', values: { i: /(?:tcp|udp)?:\d{1,5}/i }, holds: ({ given }) => given.has('i') },
};

/** For these, only their list may be requested. */
const DOCKER_LISTS = /^(?:container|context|image|network|volume)$/;

function isDockerLook({ operands: [first = '', second], options }: Use): boolean {
  if (first === 'stats' && !options.has('no-stream')) return false;
  // Untruncated, a container's command would show its arguments.
  if (options.has('no-trunc') && /^(?:ps|stats|container)$/.test(first)) return false;
  return DOCKER_LISTS.test(first) === (second !== undefined);
}

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
