import { existsSync } from 'node:fs';

/** Perl can make system calls by number, and most Linux systems have it. */
const PERL = '/usr/bin/perl';
/** The number of the `prctl` system call, by Node architecture. */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };

/**
 * Runs a command, adopts its orphaned processes (`PR_SET_CHILD_SUBREAPER`), and ends as it ended. If any process of the
 * command is left, it first writes the wait status to file descriptor 3, and then stays until the last of them has
 * ended. Signals to the group are for the command.
 */
const PROGRAM = String.raw`
  my $prctl = shift;
  syscall $prctl, 36, 1, 0, 0, 0;
  open(my $host, '>&=', 3);
  fcntl($host, 2, 1);
  $SIG{CHLD} = 'DEFAULT';
  my $command = fork();
  unless ($command) { exec { $ARGV[0] } @ARGV; print STDERR "$ARGV[0]: $!\n"; exit 127 }
  $SIG{$_} = 'IGNORE' for qw(HUP INT QUIT TERM PIPE USR1 USR2 ALRM VTALRM PROF IO TSTP TTIN TTOU);
  waitpid($command, 0);
  my $status = $?;
  my $left;
  1 while ($left = waitpid(-1, 1)) > 0;
  if ($left == 0) {
    syswrite($host, "$status\n");
    close($_) for $host, *STDIN, *STDOUT, *STDERR;
    1 while waitpid(-1, 0) > 0;
  }
  if (my $signal = $status & 127) {
    syscall $prctl, 4, 0, 0, 0, 0;
    $SIG{$_} = 'DEFAULT' for keys %SIG;
    kill $signal, $$;
    sleep 1;
  }
  exit($status >> 8);`;

/** Sets the variables that come first, after their number. */
const RESTORE = String.raw`
  delete $ENV{PERL_BADLANG};
  for (splice @ARGV, 0, shift) { my ($name, $value) = split /=/, $_, 2; $ENV{$name} = $value }
  `;

/** Variables that make Perl load code or print warnings (as for a missing locale). */
const OF_PERL = ['PERL5OPT', 'PERL5LIB', 'PERL5DB', 'PERL_UNICODE', 'PERL_BADLANG'];

/** A command line and its environment. */
export interface Start {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a command below a process that adopts its orphaned processes. Otherwise, a process that has left the group,
 * session and environment, and whose parent has ended, can't be recognized. If the command has ended and left
 * processes, its wait status comes as a line on file descriptor 3. Undefined where that isn't possible.
 */
export function adopting(start: Start): Start | undefined {
  const prctl = process.platform === 'linux' ? PRCTL[process.arch] : undefined;
  return prctl !== undefined && existsSync(PERL) ? inPerl(PROGRAM, [String(prctl)], start) : undefined;
}

/** Executes a command with its own environment below a Perl program that must not get that. */
export function restoring(start: Start): Start {
  return inPerl('exec { $ARGV[0] } @ARGV; print STDERR "$ARGV[0]: $!\\n"; exit 127', [], start);
}

function inPerl(program: string, args: readonly string[], { argv, env }: Start): Start {
  const own = OF_PERL.flatMap(name => (env[name] === undefined ? [] : [`${name}=${env[name]}`]));
  const without = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_PERL.includes(name)));
  return {
    argv: [PERL, '-e', RESTORE + program, String(own.length), ...own, ...args, ...argv],
    env: { ...without, PERL_BADLANG: '0' },
  };
}
