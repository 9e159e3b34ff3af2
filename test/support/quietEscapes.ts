import type { EscapeTargets } from './escapes';

/**
 * Attempts by what is seldom thought of: rights and times of files, descriptors, exchanged names, devices, files of the
 * kernel, agents and buses. Each says `canary-…` where it got through, or is seen by a witness.
 */
export function quietEscapes(targets: EscapeTargets): readonly string[] {
  return [
    ...names(targets),
    ...descriptors(targets),
    ...devices(),
    ...kernelFiles(),
    ...agents(targets),
    ...strangers(targets),
    ...calls(targets),
  ];
}

/** What changes no text of a file; Landlock knows nothing of it, and does not promise it. */
export function attributeEscapes({ outside, home }: EscapeTargets): readonly string[] {
  const file = `${outside}/file`;
  return [
    `chmod 777 ${file} && echo canary-chmod`,
    `chmod -R a+r ${home}/.ssh && echo canary-open`,
    `perl -e 'chmod(0777, "${outside}") and print "canary-fchmodat"'`,
    `perl -e 'open(F, "<", "${file}") and syscall(91, fileno(F), 0777) == 0 and print "canary-fchmod"'`,
    `touch -d @0 ${file} && echo canary-times`,
    `chown --reference=/ ${file} && chown 0 ${file} && echo canary-chown`,
    `setfattr -n user.evil -v 1 ${file} && echo canary-attribute`,
    `perl -e 'syscall(188, "${file}", "user.evil", "1", 1, 0) == 0 and print "canary-setxattr"'`,
    `chattr +A ${file} && echo canary-flags`,
  ];
}

/** What governs, by another name, a moment later, or in place of another. */
function names({ outside }: EscapeTargets): string[] {
  const made = 'mkdir -p src/g/hooks && echo evil > src/g/config && cp src/evil src/g/hooks/pre-commit';
  const swap = (one: string, other: string) => `perl -e 'syscall(316, -100, "${one}", -100, "${other}", 2)'`;
  return [
    `${made}; mv -T src/g .git`,
    `${made}; ${swap('src/g', '.git')}`,
    `${made}; ${swap('src/g/config', '.git/config')}`,
    `${made}; cp -rT src/g .git`,
    `${made}; git init --template=src/g .`,
    `${made}; GIT_TEMPLATE_DIR=$PWD/src/g git init .`,
    'mkdir -p .git/modules/x/hooks && cp src/evil .git/modules/x/hooks/post-checkout',
    'mkdir -p src/v && echo evil > src/v/tasks.json && mv src/v .vscode',
    'mkdir .gemini && echo evil > .gemini/settings.json',
    'ln -s src .vscode && echo evil > .vscode/settings.json',
    'cp -r src .gemini',
    `ln -sfn ${outside} src/t && TMPDIR=$PWD/src/t mktemp`,
    `ln -sfn ${outside} src/t && cd src/t && echo evil > made`,
    'cp -l .git/config src/linked && echo evil >> src/linked',
    `perl -e 'link("${outside}/file", "src/linked2") and open(F, ">>", "src/linked2") and print F "evil"'`,
    'GIT_CONFIG=.git/config git config core.editor evil',
    'git config --file .git/config --replace-all core.bare evil',
    'echo evil > /dev/shm/pollux-escape && [ -e /dev/shm/pollux-escape ] && rm /dev/shm/pollux-escape',
  ];
}

function descriptors({ outside, pid }: EscapeTargets): string[] {
  return [
    `exec 9<${outside} && echo evil > /proc/self/fd/9/made`,
    `exec 9<${outside}/file && echo evil > /proc/self/fd/9`,
    `exec 9<${outside}/file && echo evil > /dev/fd/9`,
    'exec 9<.git/config && ln -fL /proc/self/fd/9 src/viafd && echo evil >> src/viafd',
    `echo evil > /proc/self/cwd/../outside/made`,
    `echo evil > /proc/thread-self/root${outside}/made`,
    `for f in /proc/self/fd/*; do [ -d "$f" ] && echo evil > "$f/pollux-made" && echo canary-inherited; done`,
    `for p in /proc/[0-9]*; do echo evil > $p/cwd/../outside/made; done`,
    `for f in /proc/${pid}/fd/*; do head -c 1 "$f"; done`,
    // A program that is in no file writes no more than one that is.
    `perl -e 'my $fd = syscall(319, "evil", 0); open(F, ">&=", $fd); syswrite F, "#!/bin/sh\\necho evil > ${outside}/made\\n"; chmod 0755, "/proc/$$/fd/$fd"; exec "/proc/$$/fd/$fd"'`,
  ];
}

function devices(): string[] {
  const opened =
    '/dev/mem /dev/kmem /dev/port /dev/kvm /dev/fuse /dev/net/tun /dev/loop-control /dev/userfaultfd'.split(' ');
  return [
    ...opened.map(device => `perl -e 'open(F, "+<", "${device}") and print "canary-device"'`),
    '[ -w /dev/kmsg ] && : 3>>/dev/kmsg && echo canary-kmsg',
    `perl -e 'open(T, "+<", "/dev/tty") and ioctl(T, 0x5412, "x") and print "canary-typed"'`,
    `perl -e 'for my $d (glob "/dev/pts/[0-9]*") { open(T, "+<", $d) and ioctl(T, 0x5412, "x") and print "canary-typed" }'`,
    `perl -e 'for my $d (glob "/dev/pts/[0-9]*") { open(T, ">", $d) and print "canary-screen" }'`,
  ];
}

/** Opened for writing, and nothing is written: one that can be opened is enough. */
function kernelFiles(): string[] {
  const files = [
    '/proc/sys/kernel/modprobe',
    '/proc/sys/kernel/randomize_va_space',
    '/proc/sys/fs/binfmt_misc/register',
    '/proc/sys/net/ipv4/ip_forward',
    '/sys/kernel/uevent_helper',
    '/sys/fs/cgroup/cgroup.procs',
    '/sys/fs/cgroup/release_agent',
    '/sys/kernel/debug/tracing/trace_marker',
    '/etc/ld.so.preload',
    '/var/spool/cron/crontabs/root',
  ];
  return files.map(file => `perl -e 'open(F, ">>", "${file}") and print "canary-kernel"'`);
}

/** What speaks for the user: agents for keys, the bus, the desktop, containers and services. */
function agents({ socket, abstract, outside }: EscapeTargets): string[] {
  const connect = (name: string, word: string) =>
    `perl -e 'use Socket; socket(S,PF_UNIX,SOCK_STREAM,0); connect(S,${name}) and print "canary-${word}"'`;
  return [
    `SSH_AUTH_SOCK=${socket} ssh-add -l`,
    `gpg-connect-agent -S ${socket} /bye`,
    `DOCKER_HOST=unix://${socket} docker ps`,
    `DBUS_SESSION_BUS_ADDRESS=unix:path=${socket} dbus-send --session --dest=org.freedesktop.DBus / a.b`,
    `DBUS_SESSION_BUS_ADDRESS=unix:abstract=${abstract} gdbus call --session -d a.b -o / -m a.b`,
    `VSCODE_IPC_HOOK_CLI=${socket} code --status`,
    connect('sockaddr_un("/run/dbus/system_bus_socket")', 'bus'),
    connect('sockaddr_un("/tmp/.X11-unix/X0")', 'x11'),
    connect('pack("Sxa*", 1, "/tmp/.X11-unix/X0")', 'x11'),
    connect('sockaddr_un("/run/user/$</wayland-0")', 'wayland'),
    connect('sockaddr_un("/run/systemd/private")', 'systemd'),
    connect('sockaddr_un("/run/containerd/containerd.sock")', 'containerd'),
    `perl -e 'use Socket; socket(S,PF_UNIX,5,0); connect(S,sockaddr_un("${socket}"))'`,
    `perl -e 'use Socket; socketpair(A,B,PF_UNIX,SOCK_DGRAM,0); send(A,"hello",0,sockaddr_un("${socket}"))'`,
    `node -e 'require("net").connect("\\0${abstract}").on("error",()=>{}).write("hello")'`,
    `batch <<< "echo evil > ${outside}/batch"`,
    `systemd-run --scope echo evil > ${outside}/scope`,
  ];
}

/** Another process, without a signal. */
function strangers({ pid }: EscapeTargets): string[] {
  return [
    `prlimit --pid ${pid} --core=0:0 && echo canary-limit`,
    `perl -e 'syscall(302, ${pid}, 4, pack("QQ", 0, 0), 0) == 0 and print "canary-prlimit"'`,
    `renice -n 5 -p ${pid} && echo canary-nice`,
    `taskset -p 1 ${pid} && echo canary-affinity`,
    `ionice -c 3 -p ${pid} && echo canary-io`,
    `chrt -i -p 0 ${pid} && echo canary-schedule`,
    `echo 5 > /proc/${pid}/oom_score_adj && echo canary-score`,
    `echo evil > /proc/${pid}/comm && echo canary-name`,
    `echo 0 > /proc/${pid}/coredump_filter && echo canary-dump`,
  ];
}

function calls({ tcp }: EscapeTargets): string[] {
  const says = (word: string, call: string) => `perl -e 'my $r = syscall(${call}); print "canary-${word}" if $r >= 0'`;
  return [
    says('ring', '427, 0, 0, 0, 0'),
    says('faults', '323, 0'),
    says('keyring', '248, "user", "evil", "x", 1, -3'),
    says('request', '249, "user", "evil", 0, -3'),
    says('tree', '428, -100, "/", 1'),
    says('moved', '429, -100, "/", -100, "/mnt", 0'),
    says('module', '313, 0, "", 0'),
    says('kexec', '320, 0, 0, 0, "", 0'),
    says('swap', '167, "/swap", 0'),
    says('accounting', '163, "/tmp/accounting"'),
    says('quota', '179, 0, "/", 0, 0'),
    says('clock', '227, 0, pack("QQ", 0, 0)'),
    says('host', '170, "evil", 4'),
    says('pivot', '155, ".", "."'),
    `mount --make-rshared / && echo canary-shared`,
    `perl -e 'use Socket; socket(S,PF_INET,SOCK_STREAM,0); send(S,"hello",0x20000000,sockaddr_in(${tcp},inet_aton("127.0.0.1")))'`,
    `perl -e 'use Socket; socket(S,PF_INET,SOCK_STREAM,132); connect(S,sockaddr_in(${tcp},inet_aton("127.0.0.1"))) and print "canary-sctp"'`,
  ];
}
