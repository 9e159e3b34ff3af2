/**
 * A Perl program that restricts itself with Landlock and a system call filter, then executes the command. (Every
 * Debian has Perl, and it can make system calls by number.) Its arguments: a file with one line per path, `r` (read
 * and execute) or `w` (also write) and the path; the filter's file, or `-` to restrict only reading and executing;
 * `network` if the network is allowed; the command. Any failure ends it with 126 before the command starts.
 */
export const LANDLOCK_PROGRAM = String.raw`
use strict; use warnings;
sub fail { print STDERR "pollux sandbox: $_[0]: $!\n"; exit 126 }
my ($rules, $filter, $network, @command) = @ARGV;
my $guards = $filter eq '-';
my $abi = syscall(444, 0, 0, 1);
fail('Landlock is not there') if $abi < 3;
# Of files: 0 run, 1 write, 2 read, 14 truncate; of directories: 4 to 13, all but listing them.
my $read = (1 << 0) | (1 << 2);
my $change = (1 << 1) | (1 << 14);
my $write = $change;
$write |= 1 << $_ for 4 .. 13;
my $handled = $guards ? $read : $read | $write;
my $attributes = pack('Q', $handled);
$attributes .= pack('Q', $network eq 'network' ? 0 : 3) if $abi >= 4;
$attributes .= pack('Q', $guards ? 0 : 3) if $abi >= 6;
my $set = syscall(444, $attributes, length($attributes), 0);
fail('no set of rules') if $set < 0;
open(my $lines, '<:raw', $rules) or fail($rules);
while (my $line = <$lines>) {
  chomp $line;
  my ($kind, $path) = (substr($line, 0, 1), substr($line, 2));
  $path =~ s/%([0-9a-f]{2})/chr(hex($1))/ge;
  # O_PATH and O_CLOEXEC: neither reads nor waits.
  sysopen(my $place, $path, 0x280000) or next;
  my $access = $kind eq 'w' ? $read | $write : $read;
  $access &= $read | $change unless -d $place;
  my $rule = pack('Ql', $access & $handled, fileno($place));
  syscall(445, $set, 1, $rule, 0) == 0 or fail("no rule for $path");
}
close($lines);
syscall(PRCTL, 38, 1, 0, 0, 0) == 0 or fail('new privileges stay possible');
my $code = '';
if (!$guards) {
  open(my $file, '<:raw', $filter) or fail($filter);
  $code = do { local $/; <$file> };
  close($file);
}
syscall(446, $set, 0) == 0 or fail('Landlock refuses');
if (!$guards) {
  # Root keeps no rights either, by which it would read of other processes. Others have none to lose.
  syscall(PRCTL, 24, $_, 0, 0, 0) for 0 .. 63;
  my ($header, $none) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
  syscall(CAPSET, $header, $none) == 0 or fail('rights are kept');
  my $program = pack('SxxxxxxP', length($code) / 8, $code);
  syscall(PRCTL, 22, 2, $program, 0, 0) == 0 or fail('no filter of system calls');
}
exec { $command[0] } @command or fail($command[0]);
`
  .replaceAll('PRCTL', process.arch === 'arm64' ? '167' : '157')
  .replaceAll('CAPSET', process.arch === 'arm64' ? '91' : '126');

/**
 * For commands in namespaces that may reach a host: listens on a port and forwards connections to a socket outside;
 * then applies the system call filter and executes the command. Loads no module, so it starts fast; the numbers are
 * Linux's.
 */
export const FORWARDER_PROGRAM = String.raw`
sub fail { print STDERR "pollux sandbox: $_[0]: $!\n"; exit 126 }
my ($port, $path) = splice(@ARGV, 0, 2);
my ($unix, $inet, $stream) = (1, 2, 1);
socket(my $server, $inet, $stream, 0) or fail('no socket');
setsockopt($server, 1, 2, pack('i', 1));
bind($server, pack('S n C4 x8', $inet, $port, 127, 0, 0, 1)) or fail('no port');
listen($server, 128) or fail('no port');
my $child = fork();
fail('no process') unless defined $child;
if ($child == 0) {
  # Nobody inside reads what it carries, or makes it do anything else.
  syscall(PRCTL, 4, 0, 0, 0, 0);
  open(STDIN, '<', '/dev/null'); open(STDOUT, '>', '/dev/null'); open(STDERR, '>', '/dev/null');
  $SIG{CHLD} = 'IGNORE'; $SIG{PIPE} = 'IGNORE';
  while (1) {
    accept(my $client, $server) or next;
    next if fork();
    close($server);
    socket(my $out, $unix, $stream, 0) or exit;
    connect($out, pack('S a108', $unix, $path)) or exit;
    my %other = (fileno($client) => $out, fileno($out) => $client);
    my @open = ($client, $out);
    while (@open) {
      my $bits = '';
      vec($bits, fileno($_), 1) = 1 for @open;
      select($bits, undef, undef, undef) > 0 or exit;
      for my $from (@open) {
        next unless vec($bits, fileno($from), 1);
        my $to = $other{fileno($from)};
        my $size = sysread($from, my $data, 65536);
        if (!$size) { shutdown($to, 1); @open = grep { $_ != $from } @open; last }
        while (length $data) { my $sent = syswrite($to, $data); exit unless $sent; substr($data, 0, $sent) = '' }
      }
    }
    exit;
  }
}
close($server);
my ($filter, @command) = @ARGV;
open(my $file, '<:raw', $filter) or fail($filter);
my $code = do { local $/; <$file> };
close($file);
syscall(PRCTL, 38, 1, 0, 0, 0) == 0 or fail('new privileges stay possible');
my $program = pack('SxxxxxxP', length($code) / 8, $code);
syscall(PRCTL, 22, 2, $program, 0, 0) == 0 or fail('no filter of system calls');
exec { $command[0] } @command or fail($command[0]);
`.replaceAll('PRCTL', process.arch === 'arm64' ? '167' : '157');
