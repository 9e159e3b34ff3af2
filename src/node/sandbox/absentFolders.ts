import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { existing } from './bubblewrap';
import { escapedPath } from './landlock';

/**
 * A program for perl, which makes directories on request (`+` and a path a line; answers `1` for one that it holds, `0` for
 * one that is somebody else's, `x` where there is none) and takes them away again (`-` and the path): by `.` at once, and
 * when whoever asked is gone without a word, as soon as what that had started has ended as well.
 *
 * Other windows and runs may hold the same ones: each has a shared lock on them, and who can have it alone was the last.
 * A sticky bit that nobody else gives such a directory tells what was made here, also by one that lost its power meanwhile.
 */
const KEEPER_PROGRAM = String.raw`
$| = 1; umask(0);
$SIG{$_} = 'IGNORE' for qw(INT TERM HUP PIPE);
my %held;
sub take {
  my ($path) = @_;
  if ($held{$path}) { $held{$path}[0]++; return 1 }
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
  rmdir($path) if flock($entry->[1], 2 | 4) || $! != 11;
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

type Keeper = ChildProcessByStdio<Writable, Readable, null>;
type Answer = '0' | '1' | 'x';

/** Directories that stand in for those which must not come to exist, for as long as any command runs. */
export class AbsentFolders {
  #keeper: Keeper | undefined;
  readonly #waiting: ((answer: Answer) => void)[] = [];

  constructor(private readonly perl: string) {}

  /** Resolves to what lets them go again. Rejects where they can't be held. */
  async hold(paths: readonly string[], writable: readonly string[]): Promise<() => void> {
    const link = paths.find(isLink);
    // It could be taken away and put in the place of something else, which nothing can be bound over.
    if (link !== undefined) throw new Error(`${link} is a link.`);
    const keeper = this.#open();
    const answers = await Promise.all(paths.map(path => this.#ask(keeper, path)));
    const held = paths.filter((_, i) => answers[i] === '1');
    const release = () => {
      for (const path of held.splice(0)) keeper.stdin.write(`-${escapedPath(path)}\n`);
    };
    if (existing(paths).length < paths.length && existing(writable).length === writable.length) {
      release();
      throw new Error(`No place could be held for ${paths.join(', ')}.`);
    }
    return release;
  }

  /** Lets all of them go. */
  dispose(): void {
    this.#keeper?.stdin.end('.\n');
    this.#keeper = undefined;
  }

  async #ask(keeper: Keeper, path: string): Promise<Answer> {
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
      if (this.#keeper === keeper) this.#keeper = undefined;
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
    return false; // there can be none
  }
}

/** Whether this process stays for an answer. */
function setReferenced({ stdin, stdout }: Keeper, isReferenced: boolean): void {
  for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream[isReferenced ? 'ref' : 'unref']();
}
