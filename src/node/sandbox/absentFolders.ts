import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { lstatSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { existing } from './bubblewrap';
import { escapedPath } from './landlock';

/**
 * A Perl program that creates directories on request and later removes them. Each line is a request: `+` and a path
 * creates one (answer `1`: held, `0`: another program's, `x`: not possible), `-` and a path releases it, `.` releases
 * all immediately. If the input ends without `.`, because this process ended, it releases all a second later, when
 * this process's commands have been ended, too.
 *
 * Other windows and runs may hold the same directories: each has a shared lock, and the one that can get an exclusive
 * lock was the last. The sticky bit identifies directories made here, even by a run that a power failure ended.
 */
const KEEPER_PROGRAM = String.raw`
$| = 1; my $mask = umask(0);
$SIG{$_} = 'IGNORE' for qw(INT TERM HUP PIPE);
my %held;
sub take {
  my ($path) = @_;
  if (my $entry = $held{$path}) {
    my @own = stat($entry->[1]);
    my @now = lstat($path);
    if (@now && "@own[0, 1]" eq "@now[0, 1]") { $entry->[0]++; return 1 }
    delete $held{$path};
  }
  for (1 .. 100) {
    mkdir($path, 01700);
    my @seen = lstat($path) or return 'x';
    return 0 if !-d _ || ($seen[2] & 07777) != 01700;
    sysopen(my $place, $path, 2048) or next;
    flock($place, 1);
    my @own = stat($place);
    my @now = lstat($path) or next;
    next if "@own[0, 1]" ne "@now[0, 1]";
    $held{$path} = [1, $place];
    return 1;
  }
  return 'x';
}
sub leave {
  my ($path) = @_;
  my $entry = $held{$path} or return;
  return if --$entry->[0] > 0;
  delete $held{$path};
  return unless flock($entry->[1], 2 | 4) || $! != 11;
  # What somebody has put something into becomes as if they had made it.
  rmdir($path) or chmod(0777 & ~$mask, $entry->[1]);
}
my $wait = 1;
while (my $line = <STDIN>) {
  chomp $line;
  my ($what, $path) = (substr($line, 0, 1), substr($line, 1));
  $path =~ s/%([0-9a-f]{2})/chr(hex($1))/ge;
  if ($what eq '.') { $wait = 0; last }
  elsif ($what eq '+') { print take($path), "\n" }
  else { leave($path) }
}
sleep($wait);
for my $path (keys %held) { $held{$path}[0] = 1; leave($path) }
`;

/** How long directories stay for the next command, which then needn't wait, in milliseconds. */
const LINGER_MS = 1000;

type Keeper = ChildProcessByStdio<Writable, Readable, null>;
type Answer = '0' | '1' | 'x';

interface Hold {
  readonly answer: Promise<Answer>;
  count: number;
  leaving: NodeJS.Timeout | undefined;
}

/** Holds placeholder directories for those that must not be created while a command runs. */
export class AbsentFolders {
  #keeper: Keeper | undefined;
  readonly #holds = new Map<string, Hold>();
  readonly #waiting: ((answer: Answer) => void)[] = [];

  constructor(private readonly perl: string) {}

  /** Resolves with a function that releases the directories. Rejects if they can't be held. */
  async hold(paths: readonly string[], writable: readonly string[]): Promise<() => void> {
    const link = paths.find(isLink);
    // A link could be replaced by something else, and nothing can be mounted over a link.
    if (link !== undefined) throw new Error(`${link} is a link.`);
    const holds = paths.map(path => this.#take(path));
    const answers = await Promise.all(holds.map(({ answer }) => answer));
    const held = paths.flatMap((path, i) => (answers[i] === '1' && holds[i] ? [[path, holds[i]] as const] : []));
    const release = () => {
      for (const [path, hold] of held.splice(0)) this.#leave(path, hold);
    };
    if (existing(paths).length < paths.length && existing(writable).length === writable.length) {
      release();
      throw new Error(`No place could be held for ${paths.join(', ')}.`);
    }
    return release;
  }

  /** Releases all directories. */
  dispose(): void {
    for (const { leaving } of this.#holds.values()) clearTimeout(leaving);
    this.#holds.clear();
    this.#keeper?.stdin.end('.\n');
    this.#keeper = undefined;
  }

  #take(path: string): Hold {
    const known = this.#holds.get(path);
    if (known && (known.leaving === undefined || existing([path]).length > 0)) {
      clearTimeout(known.leaving);
      known.leaving = undefined;
      known.count++;
      return known;
    }
    clearTimeout(known?.leaving);
    const hold: Hold = { answer: this.#ask(path), count: 1, leaving: undefined };
    this.#holds.set(path, hold);
    // A directory that belongs to another program may be gone next time.
    void hold.answer.then(answer => {
      if (answer !== '1' && this.#holds.get(path) === hold) this.#holds.delete(path);
    });
    return hold;
  }

  #leave(path: string, hold: Hold): void {
    if (--hold.count > 0 || this.#holds.get(path) !== hold) return;
    hold.leaving = setTimeout(() => {
      this.#holds.delete(path);
      this.#keeper?.stdin.write(`-${escapedPath(path)}\n`);
    }, LINGER_MS).unref();
  }

  async #ask(path: string): Promise<Answer> {
    const keeper = this.#open();
    keeper.stdin.write(`+${escapedPath(path)}\n`);
    return new Promise(resolve => {
      if (this.#waiting.push(resolve) === 1) setReferenced(keeper, true);
    });
  }

  #open(): Keeper {
    if (this.#keeper) return this.#keeper;
    const keeper = spawn(this.perl, ['-e', KEEPER_PROGRAM], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
      cwd: '/',
      env: {},
    });
    const settle = (answer: Answer) => {
      this.#waiting.shift()?.(answer);
      if (this.#waiting.length === 0) setReferenced(keeper, false);
    };
    keeper.stdout.on('data', (chunk: Buffer) => {
      for (const answer of chunk.toString('latin1')) if (answer !== '\n') settle(answer as Answer);
    });
    const onEnd = () => {
      if (this.#keeper === keeper) {
        this.#keeper = undefined;
        this.#holds.clear();
      }
      while (this.#waiting.length > 0) settle('x');
    };
    keeper.once('error', onEnd).once('exit', onEnd);
    keeper.stdin.on('error', () => undefined);
    keeper.unref();
    setReferenced(keeper, false);
    return (this.#keeper = keeper);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return false; // then there is no link
  }
}

/** Sets whether a pending answer keeps this process alive. The types don't say that the pipes are sockets. */
function setReferenced({ stdin, stdout }: Keeper, isReferenced: boolean): void {
  for (const stream of [stdin, stdout] as readonly Partial<Referenced>[]) stream[isReferenced ? 'ref' : 'unref']?.();
}

interface Referenced {
  ref(): void;
  unref(): void;
}
