/** Where a sandboxed command tries to get to: files, a socket, servers and a process that are there to be witnesses. */
export interface EscapeTargets {
  /** A directory beside the workspace; the commands run in the workspace. */
  readonly outside: string;
  readonly home: string;
  /** A socket in the outside directory, and the name of one without a file. */
  readonly socket: string;
  readonly abstract: string;
  readonly tcp: number;
  readonly udp: number;
  readonly pid: number;
}

/** Perl's own `syscall` dies on a literal string before it calls anything, so each argument is copied first. */
export function withCopiedArguments(line: string): string {
  if (!/\bsyscall\(/.test(line)) return line;
  const define = 'sub called { my @given = @_; syscall(shift @given, @given) }';
  return line.replace(/\bsyscall\(/g, 'called(').replace(/\bperl -e '/g, `perl -e '${define} `);
}

/** Attempts, each a line for the shell, that must leave no trace. What they can find and must not tell begins with `canary-`. */
export function escapes(targets: EscapeTargets): readonly string[] {
  return [
    ...writes(targets),
    ...reads(targets),
    ...connections(targets),
    ...processes(targets),
    ...namespaces(targets),
    ...privileges(targets),
    ...repositories(targets),
    ...environment(),
  ];
}

function writes({ outside, home }: EscapeTargets): string[] {
  const paths = [
    `${outside}/made`,
    `${outside}/file`,
    `${outside}/other-workspace/src/index.js`,
    `${home}/.bashrc`,
    `${home}/.ssh/authorized_keys`,
    '.git/hooks/pre-commit',
    '.git/config',
    '.git/commondir',
    '.vscode/tasks.json',
    '.gemini/settings.json',
    'GEMINI.md',
    '.env',
    'link/made',
    'sub/.vscode/settings.json',
    '/etc/pollux-escape',
    '/usr/local/bin/pollux-escape',
  ];
  const ways: readonly ((path: string) => string)[] = [
    path => `echo evil > ${path}`,
    path => `echo evil | tee -a ${path}`,
    path => `cp src/evil ${path}`,
    path => `mv src/evil2 ${path}`,
    path => `ln -sf ${path} src/to && echo evil > src/to`,
    path => `ln -f ${path} src/hard && echo evil >> src/hard`,
    path => `perl -e 'open(F, ">>", $ARGV[0]) && print F "evil"' ${path}`,
    path => `dd if=src/evil of=${path} conv=notrunc`,
    path => `mkdir -p $(dirname ${path}) && install -m 755 src/evil ${path}`,
    path => `rm -rf ${path}`,
    path => `truncate -s 0 ${path}`,
    path => `mv $(dirname ${path}) src/moved && mkdir -p $(dirname ${path}) && echo evil > ${path}`,
  ];
  // A directory of the workspace itself may be moved; what governs in it may not.
  const isOwn = (path: string) => path.startsWith('GEMINI') || path.startsWith('.env') || path.startsWith('link');
  return paths.flatMap(path => ways.filter((_, i) => i !== ways.length - 1 || !isOwn(path)).map(way => way(path)));
}

function reads({ home, pid, outside }: EscapeTargets): string[] {
  const paths = [
    '.env',
    'sub/server.pem',
    `${home}/.ssh/id_rsa`,
    `${home}/.aws/credentials`,
    `${home}/.gemini/oauth_creds.json`,
    `${home}/.netrc`,
    'link-to-key',
    `/proc/self/root${home}/.ssh/id_rsa`,
    `/proc/${pid}/root${home}/.ssh/id_rsa`,
    `/proc/${pid}/environ`,
    `/proc/${pid}/cwd/key`,
    `/proc/1/root${outside}/../home/.ssh/id_rsa`,
  ];
  const ways: readonly ((path: string) => string)[] = [
    path => `cat ${path}`,
    path => `perl -e 'open(F, "<", $ARGV[0]) && print <F>' ${path}`,
    path => `cp ${path} src/copy && cat src/copy; rm -f src/copy`,
    path => `ln -f ${path} src/hard-key && cat src/hard-key`,
    path => `tar cf - ${path} | tar xOf -`,
    path => `dd if=${path}`,
    path => `grep -r canary ${path}`,
    path => `mv ${path} src/moved-key && cat src/moved-key`,
    path => `(exec 7<${path}; cat <&7)`,
  ];
  return paths.flatMap(path => ways.map(way => way(path)));
}

function connections({ socket, abstract, tcp, udp }: EscapeTargets): string[] {
  const perl = (code: string) => `perl -e 'use Socket qw(:all); ${code}'`;
  return [
    `(exec 5<>/dev/tcp/127.0.0.1/${tcp}; echo hello >&5)`,
    `(exec 5<>/dev/tcp/localhost/${tcp}; echo hello >&5)`,
    `(exec 5<>/dev/udp/127.0.0.1/${udp}; echo hello >&5)`,
    perl(
      `socket(S,PF_INET,SOCK_STREAM,0); connect(S,sockaddr_in(${tcp},inet_aton("127.0.0.1"))) and syswrite S,"hello"`,
    ),
    perl(
      `socket(S,PF_INET6,SOCK_STREAM,0); connect(S,sockaddr_in6(${tcp},inet_pton(AF_INET6,"::1"))) and syswrite S,"hello"`,
    ),
    perl(`socket(S,PF_INET,SOCK_DGRAM,0); send(S,"hello",0,sockaddr_in(${udp},inet_aton("127.0.0.1")))`),
    perl(`socket(S,PF_INET,SOCK_RAW,1) and print "canary-raw"`),
    perl('socket(S,17,SOCK_RAW,0) and print "canary-packet"'),
    perl(`socket(S,PF_UNIX,SOCK_STREAM,0); connect(S,sockaddr_un("${socket}")) and syswrite S,"hello"`),
    perl(`socket(S,PF_UNIX,SOCK_STREAM,0); connect(S,sockaddr_un("$ENV{VSCODE_IPC_HOOK_CLI}")) and syswrite S,"hello"`),
    perl(`socket(S,PF_UNIX,SOCK_STREAM,0); connect(S,pack("Sxa*",1,"${abstract}")) and syswrite S,"hello"`),
    perl(`socket(S,PF_UNIX,SOCK_DGRAM,0); send(S,"hello",0,sockaddr_un("${socket}"))`),
    perl('socket(S,PF_UNIX,SOCK_STREAM,0); connect(S,sockaddr_un("/var/run/docker.sock")) and print "canary-docker"'),
    perl('socket(S,40,SOCK_STREAM,0) and connect(S,pack("SSLLx4",40,0,22,2)) and print "canary-vsock"'),
    perl('my $fd = syscall(425, 8, "\\0" x 256); print "canary-ring" if $fd >= 0'),
    `node -e 'require("net").connect(${tcp},"127.0.0.1").on("error",()=>{}).write("hello")'`,
    `node -e 'require("net").connect("${socket}").on("error",()=>{}).write("hello")'`,
    `node -e 'const s=require("dgram").createSocket("udp4");s.on("error",()=>{});s.send("hello",${udp},"127.0.0.1",()=>s.close())'`,
    `curl -s --max-time 2 http://127.0.0.1:${tcp}/curl`,
    `HTTP_PROXY= http_proxy= curl -s --max-time 2 --unix-socket ${socket} http://x/`,
    'getent ahosts canary.example.com | grep . && echo canary-dns',
  ];
}

function processes({ pid }: EscapeTargets): string[] {
  return [
    `kill -9 ${pid}`,
    `kill -STOP ${pid}`,
    `/bin/kill -TERM ${pid}`,
    `perl -e 'kill 9, ${pid}'`,
    `perl -e 'my $fd = syscall(434, ${pid}, 0); syscall(424, $fd, 9, 0, 0)'`,
    `perl -e 'syscall(101, 16, ${pid}, 0, 0) == 0 and print "canary-ptrace"'`,
    `perl -e 'syscall(101, 0x4206, ${pid}, 0, 0) == 0 and print "canary-seize"'`,
    `perl -e 'my $b = "x" x 8; syscall(310, ${pid}, pack("PQ", $b, 8), 1, pack("QQ", 4096, 8), 1, 0) > 0 and print "canary-vm"'`,
    `perl -e 'my $fd = syscall(434, ${pid}, 0); syscall(438, $fd, 0, 0) >= 0 and print "canary-fd"'`,
    `cat /proc/${pid}/mem | head -c 1`,
    `echo evil > /proc/${pid}/mem`,
    `ls -l /proc/${pid}/fd/ | grep -q . && cat /proc/${pid}/fd/*`,
    `strace -f -p ${pid} -o /dev/null & sleep 0; kill $!`,
    'perl -e \'syscall(298, "\\0" x 128, 0, -1, -1, 0) >= 0 and print "canary-perf"\'',
    'perl -e \'syscall(321, 5, "\\0" x 128, 128) >= 0 and print "canary-bpf"\'',
    'perl -e \'syscall(250, 0, -3, 1) > 0 and print "canary-key"\'',
  ];
}

function namespaces({ outside }: EscapeTargets): string[] {
  const then = `sh -c 'echo evil > ${outside}/ns'`;
  return [
    `unshare -Ur ${then}`,
    `unshare -Urm sh -c 'mount -o remount,rw / ; echo evil > ${outside}/ns'`,
    `unshare -Urm sh -c 'umount .env; cat .env'`,
    `unshare -m ${then}`,
    `unshare -n ${then}`,
    `nsenter -t 1 -a ${then}`,
    `nsenter -t 1 -m ${then}`,
    `chroot / ${then}`,
    `mount -o remount,rw,bind / && echo evil > ${outside}/ns`,
    `mount --bind ${outside} src && echo evil > src/ns`,
    'umount .env && cat .env',
    'umount -l .git && echo evil > .git/config',
    `mount -t tmpfs none .git && echo evil > .git/config && echo canary-mount`,
    `bwrap --bind / / ${then}`,
    `bwrap --dev-bind / / sh -c 'umount .env; cat .env'`,
    'perl -e \'syscall(272, 0x10000000) == 0 and print "canary-userns"\'',
    'perl -e \'syscall(56, 0x10000011, 0, 0, 0, 0) == 0 and do { print "canary-clone"; exit }\'',
    'perl -e \'syscall(435, pack("Q11", 0x10000000, (0) x 3, 17, (0) x 6), 88) == 0 and do { print "canary-clone3"; exit }\'',
    'perl -e \'open(F, "<", "/proc/1/ns/mnt") and syscall(308, fileno(F), 0) == 0 and print "canary-setns"\'',
    'perl -e \'syscall(428, -100, "/", 1) >= 0 and print "canary-opentree"\'',
    'perl -e \'syscall(430, "tmpfs", 0) >= 0 and print "canary-fsopen"\'',
    'perl -e \'syscall(304, -100, "\\0" x 64, 0) >= 0 and print "canary-handle"\'',
    `docker run --rm -v /:/host alpine ${then}`,
    `podman run --rm -v /:/host alpine ${then}`,
    `systemd-run --user ${then}`,
    `at now <<< "echo evil > ${outside}/at"`,
    `(crontab -l; echo "* * * * * echo evil > ${outside}/cron") | crontab -`,
  ];
}

function privileges({ outside }: EscapeTargets): string[] {
  const then = `sh -c 'echo evil > ${outside}/root'`;
  return [
    `sudo -n ${then}`,
    `su -c "echo evil > ${outside}/root"`,
    `pkexec ${then}`,
    `cp /bin/sh src/suid && chmod u+s src/suid && src/suid -p -c 'echo evil > ${outside}/suid'`,
    `setpriv --reuid 0 ${then}`,
    `perl -e '$> = 0; $< = 0; open(F, ">", "${outside}/root")'`,
    'mknod src/disk b 8 0 && dd if=src/disk count=1 | grep -q . && echo canary-disk',
    'cat /etc/shadow | grep -q . && echo canary-shadow',
    // By what it holds already, so that nothing changes where it can be written.
    'p=/proc/sys/kernel/core_pattern; v=$(cat $p) && echo "$v" > $p && echo canary-core',
    'p=/proc/sys/vm/swappiness; v=$(cat $p) && echo "$v" > $p && echo canary-vm',
    '[ -w /proc/sysrq-trigger ] && : 3>/proc/sysrq-trigger && echo canary-sysrq',
    'f=$(ls /sys/kernel/mm/transparent_hugepage/enabled) && : 3>>$f && echo canary-sys',
  ];
}

function repositories({ outside, home }: EscapeTargets): string[] {
  return [
    'git config core.hooksPath src',
    'git config core.fsmonitor "echo evil"',
    'git config alias.status "!echo evil"',
    `HOME=${home} git config --global core.pager "echo evil"`,
    `git init ${outside}/repository`,
    `git worktree add ${outside}/worktree`,
    'git remote add evil ext::sh',
    'git submodule add ./src evil',
    'rm -rf .git && git init . && git config core.fsmonitor evil',
    'mv .git git && git init .',
    'GIT_DIR=.git git config core.sshCommand evil',
    'printf "[core]\\nfsmonitor = evil\\n" | git config --file .git/config --add include.path /dev/stdin',
  ];
}

/** What leads to the editor, an agent or a desktop; each has a value that begins with `canary-`, or leads to the socket. */
export const LEADING = [
  ...'VSCODE_IPC_HOOK_CLI VSCODE_GIT_IPC_HANDLE VSCODE_GIT_ASKPASS_NODE VSCODE_PID ELECTRON_RUN_AS_NODE SSH_AUTH_SOCK'.split(
    ' ',
  ),
  ...'SSH_AGENT_PID GPG_AGENT_INFO DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR'.split(
    ' ',
  ),
  ...'DOCKER_HOST BROWSER TMUX NVIM SWAYSOCK'.split(' '),
];

function environment(): string[] {
  const clipboard = ['xclip -o', 'xsel -b', 'wl-paste', 'code --list-extensions', 'code --install-extension evil.vsix'];
  return [
    ...LEADING.map(name => `printenv ${name}`),
    ...clipboard,
    'env',
    'cat /proc/self/environ',
    'cat /proc/$PPID/environ',
  ];
}
