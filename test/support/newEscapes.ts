import type { EscapeTargets } from './escapes';

const says = (word: string, call: string) => `perl -e 'my $r = syscall(${call}); print "canary-${word}" if $r >= 0'`;

/** Attempts by what newer kernels offer, by links that change while they are followed, and by what runs later. */
export function newEscapes({ outside, home, socket, abstract, pid, tcp }: EscapeTargets): readonly string[] {
  const race = (then: string) =>
    `mkdir -p src/r; (for i in $(seq 60); do ln -sfn ${outside} src/r/l; ln -sfn ../g src/r/l; done) & for i in $(seq 60); do ${then}; done 2>/dev/null; wait; rm -rf src/r`;
  return [
    race('echo evil > src/r/l/raced'),
    race('cp src/evil src/r/l/raced'),
    race('mv -T src/r/none src/r/l/raced; mkdir src/r/l/raced'),
    race(`ln -sfn ${home}/.ssh/id_rsa src/r/k; cat src/r/k; ln -sfn ../evil src/r/k`),
    race('ln -sfn ../../.git/config src/r/c; echo evil >> src/r/c; ln -sfn ../evil src/r/c'),
    race('rm -rf src/r/h; mkdir src/r/h; ln -sfn $PWD/.git/hooks src/r/h/x; cp src/evil src/r/h/x/pre-push'),
    says('openat2key', `437, -100, "${home}/.ssh/id_rsa", pack("QQQ", 0, 0, 0), 24`),
    says('fchmodat2', `452, -100, "${home}/.ssh/absent", 0777, 0`),
    says('memfdsecretfd', `438, syscall(434, ${pid}, 0), 1, 0`),
    says('madvise', `440, syscall(434, ${pid}, 0), 0, 0, 4, 0`),
    says('mrelease', `448, syscall(434, ${pid}, 0), 0`),
    says('mountattr', '442, -100, "/", 0, pack("QQQQ", 0, 1, 0, 0), 32'),
    says('namehandle', '304, -100, pack("II", 8, 1) . "x" x 8, 0'),
    says('fanotify', '300, 0, 2'),
    says('ioperm', '173, 0, 8, 1'),
    says('iopl', '172, 3'),
    says('keyctlsession', '250, 1, 0, 0, 0'),
    says('keyctlread', '250, 11, -4, 0, 0'),
    `perl -e 'my $r = syscall(425, 1, "\\0" x 120); exit if $r < 0; print "canary-uring"'`,
    `perl -e 'use Socket; socket(S,PF_UNIX,SOCK_SEQPACKET,0); connect(S,pack("Sxa*",1,"${abstract}")) and print "canary-abstract"'`,
    `git -c core.hooksPath=src -c core.fsmonitor="sh -c 'echo evil > ${outside}/hook'" status`,
    `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0="sh -c 'echo evil > ${outside}/hook'" git -p status`,
    `git config --worktree core.hooksPath src`,
    `printf '*.ts filter=evil\\n' > .git/info/attributes`,
    `git config --global core.hooksPath $PWD/src; HOME=${home} git config --global include.path $PWD/src/evil`,
    `VSCODE_IPC_HOOK_CLI=${socket} code -g src/evil`,
    `VSCODE_IPC_HOOK_CLI=${socket} code --install-extension evil.evil`,
    `for s in $(find /tmp /run -name 'vscode-ipc-*.sock' 2>/dev/null); do VSCODE_IPC_HOOK_CLI=$s code --status && echo canary-code; done`,
    `DBUS_SESSION_BUS_ADDRESS=unix:path=${socket} busctl --user call a / a a`,
    `for p in /proc/[0-9]*; do cat $p/root${home}/.ssh/id_rsa; done`,
    `for p in /proc/[0-9]*; do cat $p/task/*/cwd/../home/.netrc; done`,
    `cat /proc/self/map_files/* | head -c 1 > /dev/null; cat /proc/self/mountinfo | grep -o 'canary-secret'`,
    `(exec -a sh perl -e 'exec "sh", "-c", "echo evil > ${outside}/exec"')`,
    `setsid -f sh -c 'sleep 0.2; echo evil > ${outside}/later; cat ${home}/.netrc'`,
    `nohup sh -c 'echo evil > ${outside}/nohup' & wait`,
    `curl -s --max-time 2 --resolve x.example.com:${tcp}:127.0.0.1 http://x.example.com:${tcp}/`,
    `curl -s --max-time 2 http://[::ffff:127.0.0.1]:${tcp}/ ; curl -s --max-time 2 http://2130706433:${tcp}/ ; curl -s --max-time 2 http://0x7f.1:${tcp}/`,
    `all_proxy=socks5://127.0.0.1:${tcp} curl -s --max-time 2 http://x/`,
  ];
}
