import { existsSync } from 'node:fs';

/** Perl can make system calls by number, and most Linux systems have it. */
const PERL = '/usr/bin/perl';
/** The number of the `prctl` system call, by Node architecture. */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };

/** Calls `prctl(PR_SET_CHILD_SUBREAPER)`, which survives `exec`, then executes the command. */
const PROGRAM = String.raw`
  my ($prctl, $count) = splice @ARGV, 0, 2;
  delete $ENV{PERL_BADLANG};
  for (splice @ARGV, 0, $count) { my ($name, $value) = split /=/, $_, 2; $ENV{$name} = $value }
  syscall $prctl, 36, 1, 0, 0, 0;
  exec { $ARGV[0] } @ARGV;
  exit 127;`;

/** Variables that make Perl load code or print warnings (as for a missing locale); restored for the command. */
const OF_PERL = ['PERL5OPT', 'PERL5LIB', 'PERL5DB', 'PERL_UNICODE', 'PERL_BADLANG'];

/** A command line and its environment. */
export interface Start {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes a command the new parent of its orphaned processes. Otherwise, a process that has left the group, session and
 * environment, and whose parent has ended, can't be recognized. Where that isn't possible, returns the command
 * unchanged.
 */
export function adopting({ argv, env }: Start): Start {
  const prctl = process.platform === 'linux' ? PRCTL[process.arch] : undefined;
  if (prctl === undefined || !existsSync(PERL)) return { argv, env };
  const own = OF_PERL.flatMap(name => (env[name] === undefined ? [] : [`${name}=${env[name]}`]));
  const without = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_PERL.includes(name)));
  return {
    argv: [PERL, '-e', PROGRAM, String(prctl), String(own.length), ...own, ...argv],
    env: { ...without, PERL_BADLANG: '0' },
  };
}
