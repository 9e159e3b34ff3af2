import type { EscapeTargets } from './escapes';

const perl = (code: string) => `perl -e 'use Socket qw(:all); ${code}'`;
const says = (word: string, call: string) => perl(`my $r = syscall(${call}); print "canary-${word}" if $r >= 0`);

/**
 * Attempts by what everyday programs do besides, by signals that aren't sent as such, by handles of what can't be opened,
 * by families of sockets that nobody uses, and on the sandbox's own files.
 */
export function rareEscapes(targets: EscapeTargets): readonly string[] {
  return [
    ...everyday(targets),
    ...told(targets),
    ...signals(targets),
    ...handles(targets),
    ...families(targets),
    ...own(),
    ...strangersFiles(targets),
    ...movedAway(),
  ];
}

/** Puts other files in the place of what is only read, by moving away the folders around it. */
function movedAway(): string[] {
  const put = (path: string) => `mkdir -p $(dirname ${path}) && cp src/evil ${path}`;
  return [
    `mv sub sub2; ${put('sub/.vscode/settings.json')}`,
    `mv parts/one parts/two; ${put('parts/one/.git/hooks/post-checkout')}`,
    `mv parts parts2; ${put('parts/one/.git/hooks/post-checkout')}`,
    `mv parts/one/.git parts/one/git; ${put('parts/one/.git/hooks/post-checkout')}`,
    `mkdir -p src/as/one/.git/hooks; cp src/evil src/as/one/.git/hooks/x; perl -e 'syscall(316, -100, "src/as", -100, "parts", 2)'`,
    `rm -rf parts; ${put('parts/one/.git/hooks/post-checkout')}`,
    `perl -e 'rename("parts/one", "src/one")'; ln -sT $PWD/src parts/one`,
    `cp -r src/as/. parts/ 2>/dev/null; rsync -a --delete src/as/ parts/`,
  ];
}

/** Programs that write somewhere else on the side. */
function everyday({ outside, home }: EscapeTargets): string[] {
  return [
    `sort -o ${outside}/made src/evil`,
    `sed -i s/was/is/ ${outside}/file`,
    `split src/evil ${outside}/part-`,
    `tar cf - src/evil | tar xf - -C ${outside}`,
    `tar cf ${outside}/made.tar --absolute-names src/evil`,
    `printf -- '--- a/file\\n+++ b/file\\n@@ -1 +1 @@\\n-as it was\\n+evil\\n' | patch -p1 -d ${outside}`,
    `curl -s -o ${outside}/made file://$PWD/src/evil`,
    `git init -q --separate-git-dir ${outside}/made-git src/other`,
    `git --git-dir=${outside}/bare init -q --bare`,
    `GIT_TRACE=${outside}/trace git --version`,
    `GIT_TRACE2_EVENT=${outside} git --version`,
    `NODE_V8_COVERAGE=${outside}/coverage node -e 0`,
    `node --cpu-prof --cpu-prof-dir=${outside}/profile -e 0`,
    `bash --rcfile src/evil -ic 'HISTFILE=${home}/.bashrc; history -s evil; history -a'`,
    `script -qc true ${outside}/typescript`,
  ];
}

/** Secrets in what programs say of a file that they can't use, and by other names of it. */
function told({ home }: EscapeTargets): string[] {
  const files = ['.env', `${home}/.netrc`, `${home}/.ssh/id_rsa`];
  const ways: readonly ((path: string) => string)[] = [
    path => `bash ${path} 2>&1 | tr : ' '`,
    path => `node ${path} 2>&1 | tr : ' '`,
    path => `git config --file ${path} --list 2>&1 | tr : ' '`,
    path => `git diff --no-index /dev/null ${path} | tr + ' '`,
    path => `curl -s --netrc-file ${path} file://$(realpath ${path})`,
    path => `ssh -F ${path} x 2>&1 | tr : ' '`,
    path => perl(`sysopen(F, "${path}", 0x200000); open(G, "<", "/proc/self/fd/" . fileno(F)) and print <G>`),
  ];
  return files.flatMap(path => ways.map(way => way(path)));
}

/** Signals by thread, with a value, and as news of a pipe. */
function signals({ pid }: EscapeTargets): string[] {
  const info = 'pack("iiix4i x112", 9, 0, -1, $$)';
  return [
    says('tkill', `200, ${pid}, 9`),
    says('tgkill', `234, ${pid}, ${pid}, 9`),
    says('queued', `129, ${pid}, 9, ${info}`),
    says('queued', `297, ${pid}, ${pid}, 9, ${info}`),
    perl(
      `pipe(R, W); fcntl(R, 10, 9); fcntl(R, 8, ${pid}); fcntl(R, 4, 0x2800); syswrite(W, "x"); select(undef, undef, undef, 0.1)`,
    ),
    perl(`kill("CONT", ${pid}) and print "canary-continued"`),
    says('moved', `279, ${pid}, 0, 0, 0, 0, 0`),
  ];
}

/** A file, a mount or a process by a handle that needs no right to make. */
function handles({ outside, pid }: EscapeTargets): string[] {
  return [
    says('unnamed', `257, -100, "${outside}", 0x410002, 0600`),
    perl(
      `sysopen(F, "${outside}/file", 0x200000); open(G, ">>", "/proc/self/fd/" . fileno(F)) and print "canary-reopened"`,
    ),
    perl(
      `sysopen(D, "${outside}", 0x200000); my $fd = syscall(257, fileno(D), "made", 0x41, 0600); print "canary-below" if $fd >= 0`,
    ),
    says('picked', '433, -100, "/", 0'),
    says('joined', `308, syscall(434, ${pid}, 0), 0x20000`),
    perl(`open(P, "<&=", syscall(434, ${pid}, 0)) and ioctl(P, 0xFF03, 0) and print "canary-namespace"`),
    perl(
      `open(P, "<&=", syscall(434, $$, 0)) and my $n = ioctl(P, 0xFF03, 0); syscall(308, $n, 0x20000) == 0 and print "canary-own"`,
    ),
    says('compared', `312, ${pid}, ${pid}, 1, 0, 0`),
    says('written', `311, ${pid}, pack("PQ", "x" x 8, 8), 1, pack("QQ", 4096, 8), 1, 0`),
    `exec 9<${outside}; cd /proc/self/fd/9 && echo evil > made`,
    `ln -s /proc/self/fd/9 src/later; (exec 9<${outside}; echo evil > src/later/made)`,
  ];
}

/** Ways to a server besides TCP and UDP. */
function families({ tcp, udp, socket, outside }: EscapeTargets): string[] {
  const to = `sockaddr_in(${tcp}, inet_aton("127.0.0.1"))`;
  return [
    perl(`socket(S, PF_INET, SOCK_STREAM, 262) and connect(S, ${to}) and syswrite(S, "x") and print "canary-mptcp"`),
    perl(`socket(S, 43, SOCK_STREAM, 0) and connect(S, ${to}) and print "canary-smc"`),
    perl(`socket(S, PF_INET, SOCK_DGRAM, 136) and send(S, "x", 0, sockaddr_in(${udp}, inet_aton("127.0.0.1")))`),
    perl(
      `socket(S, PF_INET6, SOCK_STREAM, 0) and connect(S, sockaddr_in6(${tcp}, inet_pton(AF_INET6, "::ffff:127.0.0.1"))) and print "canary-mapped"`,
    ),
    perl('socket(S, 38, 5, 0) and bind(S, pack("Sa14LLa64", 38, "hash", 0, 0, "sha1")) and print "canary-crypto"'),
    perl('socket(S, $_, $_ == 16 ? 3 : 5, 0) and print "canary-family-$_" for 4, 9, 15, 21, 29, 30, 31, 39, 44'),
    perl('socket(S, 16, 3, 9) and bind(S, pack("SSLL", 16, 0, 0, 1)) and print "canary-audit"'),
    `exec 9<${outside}/.. && ${perl('socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("/proc/self/fd/9/s")) and print "canary-socket"')}`,
    `ln -sf ${socket} src/socket; ${perl('socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("src/socket")) and print "canary-socket"')}`,
    perl('socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("/run/nscd/socket")) and print "canary-nscd"'),
    `cat < /dev/tcp/127.0.0.1/${tcp} & sleep 0.1; kill $!`,
  ];
}

/** What the sandbox itself is made of: its rules, filters and empty folders, beside the folder for temporary files. */
function own(): string[] {
  return [
    'for f in "$TMPDIR"/../run/* "$TMPDIR"/../empty; do [ -f "$f" ] && : >> "$f" && echo canary-rules; done',
    'mkdir "$TMPDIR"/../empty/made && echo canary-empty',
    'mv -T "$TMPDIR" "$TMPDIR"/../moved && echo canary-moved',
    'for p in /proc/[0-9]*; do for f in $p/fd/*; do case "$(readlink "$f")" in *pollux-sandbox*) echo evil > "$f" && echo canary-held;; esac; done; done',
    'exec 2>&1; for d in .git .vscode .gemini; do [ -e $d ] || continue; chmod 777 $d; rmdir $d; mv $d src/taken; echo evil > $d/made; [ -e $d ] || echo canary-taken; done',
  ];
}

/** What files in `/proc` change about another process. */
function strangersFiles({ pid }: EscapeTargets): string[] {
  const files = ['timerslack_ns', 'autogroup', 'sched', 'oom_adj'];
  return files.map(file => `[ -e /proc/${pid}/${file} ] && echo 0 > /proc/${pid}/${file} && echo canary-${pid}`);
}
