/**
 * Ways to run `touch made` that do not say so, or not as a rule about its name expects: each a script of bash, in a directory
 * of its own. What is between lines of dashes is one script.
 */
export const OBFUSCATED: readonly string[] = [
  ...String.raw`
"t"ouch made
to''uch made
\touch made
to\uch made
$'touch' made
$'\x74ouch' made
$'\164ouch' made
/usr/bin/touch made
/usr/../usr/bin/./touch made
/usr/bin/touc? made
/usr/bin/[t]ouch made
/usr/bin/t[o]u*h made
/proc/self/root/usr/bin/touch made
x=touch; $x made
x=to; y=uch; $x$y made
x=to; ${'$'}{x}uch made
${'$'}{x:-touch} made
x=hcuot; $(rev <<< $x) made
x=Touch; ${'$'}{x,} made
x=TOUCH; ${'$'}{x,,} made
x=xtouch; ${'$'}{x#x} made
x=touchx; ${'$'}{x%x} made
x=tauch; ${'$'}{x/a/o} made
x=atouchb; ${'$'}{x:1:5} made
a=(touch made); "${'$'}{a[@]}"
IFS=,; x=touch,made; $x
{touch,made}
read -r x <<< touch; $x made
mapfile -t a < <(printf 'touch\nmade\n'); "${'$'}{a[@]}"
printf -v x '%s%s' to uch; $x made
printf -v x '\x74ouch'; $x made
declare -n r=x; x=touch; $r made
y=x; x=touch; ${'$'}{!y} made
set -- touch made; "$@"
set -- touch; $1 made
$(echo touch) made
$(printf '\164\157\165\143\150') made
$(command -v touch) made
$(type -P touch) made
$(base64 -d <<< dG91Y2g=) made
$(tr a-z n-za-m <<< gbhpu) made
eval 'to''uch made'
eval "$(base64 -d <<< dG91Y2ggbWFkZQ==)"
command touch made
exec touch made
exec -a ls touch made
env touch made
env -i /usr/bin/touch made
env -S 'touch made'
nice touch made
nohup touch made
timeout 5 touch made
setsid -w touch made
stdbuf -o0 touch made
time touch made
! touch made
xargs touch <<< made
echo made | xargs -I{} touch {}
find . -maxdepth 0 -exec touch made \;
find . -maxdepth 0 -execdir touch made \;
bash -c 'touch made'
sh -c 'touch made'
dash -c 'touch made'
${'$'}{BASH} -c 'touch made'
/proc/$$/exe -c 'touch made'
bash <<< 'touch made'
echo touch made | sh
echo dG91Y2ggbWFkZQ== | base64 -d | sh
echo 'edam hcuot' | rev | bash
printf '%b' '\164ouch made' | bash
bash <(echo touch made)
. <(echo touch made)
source /dev/stdin <<< 'touch made'
f() { touch "$@"; }; f made
shopt -s expand_aliases; eval "alias l=touch"; eval 'l made'
trap 'touch made' EXIT
trap 'touch made' DEBUG; :
coproc touch made; wait
touch made & wait
hash -p /usr/bin/touch ls; ls made
cd /usr/bin && ./touch "$OLDPWD/made"
PATH=/usr/bin:/bin; touch made
ln -s /usr/bin/touch own; ./own made
cp /usr/bin/touch own; ./own made
ln /usr/bin/touch own; ./own made
cat /usr/bin/touch > own; chmod +x own; ./own made
dd if=/usr/bin/touch of=own status=none; chmod +x own; ./own made
install -m 755 /usr/bin/touch own; ./own made
tar -cf - -C /usr/bin touch | tar -xf -; ./touch made
perl -e 'exec "touch", "made"'
perl -e 'system "touch made"'
perl -e '${'`'}touch made${'`'}'
perl -MFile::Copy -e 'copy("/usr/bin/touch", "own"); chmod 0755, "own"; exec "./own", "made"'
awk 'BEGIN { system("touch made") }'
awk 'BEGIN { print "touch made" | "sh" }'
echo x | sed 'e touch made'
echo 'all:; touch made' | make -s -f -
git -c alias.x='!touch' x "$PWD/made"
/lib64/ld-linux-x86-64.so.2 /usr/bin/touch made
node -e 'require("child_process").spawnSync("touch", ["made"])'
node -e 'require("child_process").execSync("touch made")'
python3 -c 'import os; os.system("touch made")'
python3 -c 'import subprocess; subprocess.run(["touch", "made"])'
python3 -c 'import os; os.execv("/usr/bin/touch", ["ls", "made"])'
python3 -c 'import shutil, os; shutil.copy("/usr/bin/touch", "own"); os.execv("./own", ["own", "made"])'
flock . touch made
setarch "$(uname -m)" touch made
ionice touch made
taskset 1 touch made
prlimit touch made
script -qc 'touch made' /dev/null
BASH_ENV=<(echo touch made) bash -c :
t=t; o=o; "$t$o"uch made
x=(t o u c h); (IFS=; "${'$'}{x[*]}" made)
x=$'to\u0075ch'; $x made
x=$'to\165ch'; "$x" made
x=touch; ${'$'}{x@E} made
x=htouch; ${'$'}{x: -5} made
declare -A a=([k]=touch); ${'$'}{a[k]} made
unset x; ${'$'}{x=touch} made
x=touch; eval "\$x made"
x='$y made'; y=touch; eval "eval \$x"
alias_of() { touch "$@"; }; alias_of made
function ls { command touch "$@"; }; ls made
bash -O expand_aliases -c $'alias q=touch\nq made'
$(compgen -c touc | head -n 1) made
$(ls /usr/bin | grep '^touch$') made
$(find /usr/bin -name 'touc?') made
find /usr/bin -name touch -exec {} made \;
/usr/bin/*uch made
(cd /usr/bin; for f in t?uch; do ./$f "$OLDPWD/made"; done)
printf 'touch made' | bash -s
printf '%b' '\x74\x6f\x75\x63\x68 made' | sh
x=$(mktemp -p .); echo touch made > $x; . ./$x
echo touch made > s; source ./s
echo touch made > s; bash s
printf '#!/bin/sh\ntouch made\n' > s; chmod +x s; ./s
printf '#!/usr/bin/touch\n' > made.x; printf '#!/usr/bin/env -S touch made\n' > s; chmod +x s; ./s
exec 3<<< 'touch made'; bash /dev/fd/3
bash <(printf 'touch made')
bash --rcfile <(echo touch made) -i -c :
ENV=$PWD/s; echo touch made > s; export ENV; dash -i -c :
PROMPT_COMMAND='touch made' bash -i <<< :
x='a[$(touch made)]'; (( x )); :
declare -a a; printf -v 'a[$(touch made)0]' x
test -v 'x[$(touch made)]'; :
trap 'touch made' USR1; kill -USR1 $$; :
trap 'touch made' ERR; false; :
GIT_EDITOR='touch made #' git var GIT_EDITOR > s; bash <(sed 's/#.*//' s)
tar -cf s --checkpoint=1 --checkpoint-action=exec='touch made' /etc/hostname
tar -cf s -I 'sh -c "touch made; cat"' /etc/hostname
sort --compress-program=x -S 1b /etc/passwd > s; split --filter='touch made' /etc/hostname
xargs -a /etc/hostname -n 1 sh -c 'touch made'
perl -e '$x = reverse "hcuot"; exec $x, "made"'
perl -e 'open(P, "|-", "touch", "made")'
perl -e 'opendir(D, "/usr/bin"); for (readdir D) { exec "/usr/bin/$_", "made" if /^t.uch$/ }'
perl -e 'my $p = "/usr/bin/touch\0"; my ($a, $m) = ("x\0", "made\0"); syscall(59, $p, pack("ppQ", $a, $m, 0), 0); syscall(221, $p, pack("ppQ", $a, $m, 0), 0)'
perl -MIPC::Open3 -e 'open3(my $in, my $out, undef, "touch", "made"); wait'
awk 'BEGIN { "touch made" | getline }'
awk 'BEGIN { printf "" | "touch made" }'
sed -n '1e touch made' /etc/hostname
sed '1s/.*/touch made/e' /etc/hostname
printf '$(shell touch made)\nall:\n' | make -s -f -
node -p 'process.binding; require("node:child_process").execFileSync("touch", ["made"])'
node -e 'const { spawnSync: s } = require("child_process"); s("/usr/bin/t" + "ouch", ["made"])'
mkfifo p; (echo touch made > p &); bash p`
    .trim()
    .split('\n'),
  'sh << end\ntouch made\nend',
  'bash -s << "end"\nto\\\nuch made\nend',
  'x=touch\n$x \\\nmade',
  'case x in x) touch made;; esac',
  'for x in touch; do $x made; done',
  'while read -r x; do $x made; done <<< touch',
  'if :; then touch made; fi',
  'echo "$(touch made)"',
  ': `touch made`',
  'cat <(touch made)',
];
