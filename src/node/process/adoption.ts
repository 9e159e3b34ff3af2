import { existsSync } from 'node:fs';

/** Perl can make system calls by number, and is there on most of what runs Linux. */
const PERL = '/usr/bin/perl';
/** `prctl`, by architecture of Node. */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };

/** Says PR_SET_CHILD_SUBREAPER, which holds on after `exec`, and becomes the command. */
const PROGRAM = String.raw`
  my ($prctl, $count) = splice @ARGV, 0, 2;
  delete $ENV{PERL_BADLANG};
  for (splice @ARGV, 0, $count) { my ($name, $value) = split /=/, $_, 2; $ENV{$name} = $value }
  syscall $prctl, 36, 1, 0, 0, 0;
  exec { $ARGV[0] } @ARGV;
  exit 127;`;

/** What would make perl load or say things, as of a locale that is not there; the command gets it back. */
const OF_PERL = ['PERL5OPT', 'PERL5LIB', 'PERL5DB', 'PERL_UNICODE', 'PERL_BADLANG'];

/** A command line and its environment. */
export interface Start {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes a command the parent of what its processes leave behind: without, a process that has left group, session and
 * environment, and whose parent has ended, can't be told from others. As it is where this can't be had.
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
