import type { Row } from './row';

/** Cloud tools, other machines, and system programs. */
export const SYSTEM_ROWS: readonly Row[] = [
  {
    names: 'aws gcloud az heroku firebase wrangler serverless vagrant packer',
    first: 'version --version',
    words: 'names',
  },
  {
    names: 'ansible ansible-playbook ansible-galaxy',
    options: '--syntax-check --list-hosts --list-tasks',
    words: 'none',
  },
  {
    names: 'helm',
    first: 'list ls lint status history version template',
    options: '-n: -A --namespace=name --all-namespaces',
  },
  { names: 'podman', first: 'ps images version info', options: '-a -q --all', words: 'names' },
  {
    names: 'systemctl',
    first: 'status is-active is-enabled list-units list-unit-files show cat',
    options: '-l -n:number --no-pager --user --all --type=name --state=name --failed',
    words: 'names',
  },
  { names: 'service', options: '--status-all', words: 'none' },
  {
    names: 'journalctl',
    options: '-u: -n:number -f -b -k -r -e -p:name -x -o:name --since= --until= --no-pager --unit=name',
    words: 'none',
  },
  { names: 'launchctl', first: 'list print', words: 'names' },
  {
    names: 'tmux screen',
    first: 'ls list-sessions list-windows list-panes',
    options: '-ls',
    style: 'words',
    words: 'none',
  },
  {
    names: 'nc ncat socat telnet ftp nmap tcpdump mail sendmail iptables mount at batch security defaults',
    words: 'none',
  },
  { names: 'ping dig host nslookup whois traceroute', options: '-c:number -4 -6 -t:name', words: 'hosts' },
  { names: 'ps', options: '-e -f -A -p:number -u:name -x --forest --sort=name --no-headers', words: 'none' },
  { names: 'strace ltrace valgrind perf gdb lldb', options: '--leak-check=name', words: 'none' },
  { names: 'code cursor xdg-open open start zenity dialog', options: '-r -n -g --wait', words: 'none' },
  // Converters, which read and write what their files and options tell them to.
  {
    names: 'convert magick mogrify ffmpeg inkscape',
    options: '-y -resize= -quality=number',
    words: 'pictures',
    style: 'words',
  },
  { names: 'pandoc', options: '-s -f:name -t:name --from=name --to=name --standalone --toc' },
  {
    names: 'pdflatex xelatex lualatex latexmk latex',
    options: '-pdf -c -interaction=name -halt-on-error',
    style: 'words',
  },
  { names: 'dot', options: '-Tsvg -Tpng -Tpdf', style: 'words' },
  { names: 'xmllint xsltproc', options: '--noout --format --valid --xpath= --nonet --html' },
  { names: 'openssl', first: 'version', options: '-a', style: 'words', words: 'none' },
  { names: 'gpg', options: '--list-keys -k', words: 'names' },
  { names: '7z 7za 7zz', first: 'l', words: 'none' },
  {
    names: 'plutil codesign xclip logger wall tsort shuf csplit strings hexdump od',
    options: '-n -l:number -c:number -s:number -C -b -p -x -d -a',
  },
  { names: 'xxd', options: '-n -l:number -c:number -s:number -b -p -a', words: 'one' },
  {
    names: 'hg jj svn',
    first: 'status log diff info summary identify branches bookmarks st',
    options: '-l:number -p -r: --stat --limit=number',
  },
  { names: 'direnv', first: 'status', words: 'none' },
  {
    names: 'fd fdfind',
    options:
      '-e: -t: -H -I -a -i -s -g -p -d:number -E: --extension= --type=name --hidden --no-ignore --max-depth=number --glob -l -0',
  },
  { names: 'ag ack', options: '-i -l -c -w -n -Q -v -s -S -A:number -B:number -C:number' },
  { names: 'openapi-generator', first: 'validate list version' },
  { names: 'kill', options: '-9 -15 -TERM -INT -HUP -KILL -l -s:name', style: 'words', words: 'names' },
  { names: 'chown chgrp', options: '-v -h' },
];
