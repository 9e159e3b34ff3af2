/**
 * A Perl program that runs a command in its own terminal (a PTY) and connects that to standard output and input. Its
 * arguments: rows, columns, the command. It ends like the command does; the command's background processes then lose
 * their terminal. If no terminal is available, it prints that and runs the command without one.
 *
 * Echo is off, because users already see what they type. After the end of the input, every read immediately returns
 * end-of-file, as from a closed file: the program sends Ctrl+D whenever a process waits for input. The last output may
 * reach the program only after the command has ended: it reads until nothing has the terminal open any more, or, with
 * background processes, until nothing comes for a tenth of a second. The ioctl numbers are those of Linux and macOS, so
 * that no module has to be loaded.
 */
export const PTY_PROGRAM = String.raw`
my ($rows, $columns, @command) = @ARGV;
sub start { exec { $command[0] } @command; print STDERR "$command[0]: $!\n"; exit 127 }
sub without { print STDERR "pollux: no terminal is available here ($_[0]: $!), so the command runs without one.\n"; start() }
my $mac = $^O eq 'darwin';
my ($get, $set, $size, $own, $words, $canonical) = $mac
  ? (0x40487413, 0x80487414, 0x80087467, 0x20007461, 'Q4 a*', 0x100)
  : (0x5401, 0x5402, 0x5414, 0x540e, 'L4 a*', 2);
my $no_control = $mac ? 0x20000 : 0400;
sysopen(my $master, '/dev/ptmx', 2 | $no_control) or without('/dev/ptmx');
my $name = "\0" x 128;
if ($mac) {
  ioctl($master, $_, 0) or without('/dev/ptmx') for 0x20007454, 0x20007452;
  ioctl($master, 0x40807453, $name) or without('/dev/ptmx');
  $name =~ s/\0.*//s;
} else {
  ioctl($master, 0x40045431, my $lock = pack('i', 0)) or without('/dev/ptmx');
  ioctl($master, 0x80045430, my $number = pack('i', 0)) or without('/dev/ptmx');
  $name = '/dev/pts/' . unpack('i', $number);
}
sysopen(my $slave, $name, 2 | $no_control) or without($name);
sub modes { my $modes = "\0" x 128; ioctl($slave, $get, $modes) ? unpack($words, $modes) : () }
my @modes = modes();
if (@modes) {
  $modes[3] &= ~8;
  ioctl($slave, $set, my $changed = pack($words, @modes));
}
ioctl($slave, $size, my $window = pack('S4', $rows, $columns, 0, 0));
my $ended = 0;
$SIG{CHLD} = sub { $ended = 1 };
my $child = fork();
without('no process') unless defined $child;
if ($child == 0) {
  $SIG{CHLD} = 'DEFAULT';
  close($master);
  syscall(SETSID);
  ioctl($slave, $own, 0);
  open(STDIN, '<&', $slave); open(STDOUT, '>&', $slave); open(STDERR, '>&', $slave);
  close($slave);
  start();
}
$SIG{PIPE} = 'IGNORE';
my $input = 1;
sub is_waiting { my $bits = ''; vec($bits, fileno($slave), 1) = 1; my @now = modes(); @now && $now[3] & $canonical && select($bits, undef, undef, 0) == 0 }
sub put { my ($to, $data) = @_; while (length $data) { my $sent = syswrite($to, $data); if (defined $sent) { substr($data, 0, $sent) = '' } elsif (!$!{EINTR}) { return } } }
my $until;
while (1) {
  my $over = $ended;
  if ($over && !$until) { close($slave); $until = time + 2 }
  my $bits = '';
  vec($bits, fileno($master), 1) = 1;
  vec($bits, 0, 1) = 1 if $input && !$over;
  my $ready = select($bits, undef, undef, $over ? 0.1 : $input ? 0.25 : 0.05);
  next if $ready < 0;
  if ($ready > 0 && vec($bits, fileno($master), 1)) {
    my $count = sysread($master, my $data, 65536);
    put(*STDOUT, $data) if $count;
    last if $over && (!$count || time > $until);
    next;
  }
  last if $over;
  if ($ready > 0 && vec($bits, 0, 1)) {
    my $count = sysread(STDIN, my $typed, 4096);
    if ($count) { put($master, $typed) } else { $input = 0 }
  }
  put($master, "\4") if !$input && is_waiting();
}
waitpid($child, 0);
my $status = $?;
if (my $signal = $status & 127) { $SIG{PIPE} = 'DEFAULT'; kill $signal, $$; sleep 1 }
exit($status >> 8);
`.replaceAll('SETSID', process.platform === 'darwin' ? '147' : process.arch === 'arm64' ? '157' : '112');
