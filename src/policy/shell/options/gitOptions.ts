import { isInsidePath, type OptionGrammar } from './optionGrammar';

/** Excludes transports that are programs of their own, and anything that is later parsed as an option. */
const isRemote = (value: string): boolean =>
  !/::|^file:|:\/\/-|^-|@-/i.test(value) && !/^(?:\/|~|\.\.?(?:\/|$))/.test(value);
/** A path that may lead out of the folder, on any system. */
const leadsOut = (value: string): boolean => /^(?:[/~\\]|[a-z]:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(value);
/** A reference that is neither forced nor deleted. */
const isPlainReference = (value: string): boolean => !/^[+:]/.test(value);
/** A remote configured in the repository, not an address, which could be anyone's; then references. */
const isNamedRemote = (value: string, index: number): boolean =>
  isRemote(value) && (index > 0 ? isPlainReference(value) : /^[\w.-]+$/.test(value));

const FORMATS =
  '-p --patch -u -s --no-patch --raw --stat? --numstat --shortstat --dirstat? --summary --name-only --name-status --patch-with-stat -z --color? --no-color --word-diff? --word-diff-regex= --color-words? --color-moved? -w -b --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-space-at-eol -U: --unified= -M? -C? --find-renames? --find-copies? --no-renames --diff-filter= -S: -G: --pickaxe-regex --minimal --patience --histogram --diff-algorithm= --check --full-index --binary --abbrev? --no-abbrev -R -a --text -W --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules? --submodule? --src-prefix= --dst-prefix= --no-prefix --relative? --compact-summary --cc -c -m --no-indent-heuristic --indent-heuristic --inter-hunk-context= -i -E -F -P';
const LIMITS =
  '-n: -0123456789 --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --merges --no-merges --first-parent --all --branches? --tags? --remotes? --glob= --exclude= --reverse --graph --oneline --pretty?unsigned --format=unsigned --date= --decorate? --no-decorate --topo-order --date-order --author-date-order --follow --left-right --cherry-pick --cherry-mark --cherry --boundary --simplify-by-decoration --full-history --ancestry-path? --relative-date --abbrev-commit --no-abbrev-commit --parents --children --source --walk-reflogs -g --no-walk? --stdin --notes? --no-notes -L: --count --objects --show-pulls --use-mailmap --no-mailmap';
const QUIET = '-q --quiet -v --verbose --progress --no-progress';

/** Git's options before the subcommand. */
export const GIT: OptionGrammar = {
  options:
    '-C:path -pP --no-pager --paginate --no-optional-locks --literal-pathspecs --glob-pathspecs --version --help -h --no-replace-objects --no-lazy-fetch --no-advice -v',
  isOver: true,
};

/** Options by subcommand. */
export const GIT_SUBCOMMANDS: Readonly<Record<string, OptionGrammar>> = {
  add: {
    options:
      '-AunpviN --all --update --dry-run --patch --verbose --intent-to-add --no-all --ignore-removal --ignore-errors --chmod= --renormalize --refresh --interactive --sparse',
    operand: value => !leadsOut(value),
  },
  am: {
    options: '-3 -skqi --abort --continue --skip --quit --3way --signoff --keep --quiet --show-current-patch?',
    operand: isInsidePath,
  },
  apply: {
    options:
      '-3 -R -v -p: --check --stat --numstat --summary --index --cached --3way --reverse --verbose --whitespace= --ignore-whitespace --reject --recount',
    operand: isInsidePath,
  },
  archive: { options: '-v -l -0123456789 --format=archive --prefix= --list --verbose --worktree-attributes' },
  bisect: {
    options: '',
    operand: (value, index) => index > 0 || /^(?:start|good|bad|new|old|skip|reset|log|terms)$/.test(value),
  },
  blame: {
    options: `${FORMATS} -e -f -l -n -t -L: --line-porcelain --porcelain --incremental --show-stats --show-email --show-name --show-number --contents=path --since= --first-parent --ignore-rev= --date= --reverse --root`,
  },
  branch: {
    options:
      '-a -r -l -v -q -c -i -t? --all --remotes --list --verbose --show-current --merged? --no-merged? --contains? --no-contains? --track? --no-track --copy --sort= --format=unsigned --points-at= --column? --no-column --color? --no-color --abbrev= --no-abbrev --ignore-case --quiet --create-reflog',
  },
  'cat-file': { options: '-t -s -e -p --batch --batch-check --batch-all-objects' },
  checkout: {
    options: `${QUIET} -b: -t -d -l -m -p --track? --no-track --detach --ours --theirs --merge --patch --guess --no-guess --overlay --no-overlay --conflict=`,
  },
  'cherry-pick': {
    options:
      '-e -n -x -s -m: -X: --edit --no-commit --signoff --mainline= --ff --continue --abort --skip --quit --allow-empty --keep-redundant-commits --strategy-option= --no-edit',
  },
  clean: { options: '-n -f -d -x -X -q -i -e: --dry-run --force --quiet --exclude= --interactive' },
  clone: {
    options: `${QUIET} -b: -n -l -s --branch= --depth= --single-branch --no-single-branch --no-tags --bare --mirror --no-checkout --shallow-since= --filter= --sparse -j: --jobs= -o: --origin= --no-local`,
    operand: (value, index) => (index === 0 ? isRemote(value) : index === 1 && isInsidePath(value)),
  },
  commit: {
    options: `${QUIET} -m: -a -s -e -o -i -p -u? -z --message= --all --no-edit --edit --signoff --no-signoff --no-gpg-sign --allow-empty --allow-empty-message --dry-run --short --branch --porcelain --long --fixup= --squash= --only --include --patch --status --no-status --cleanup= --trailer= --untracked-files? `,
  },
  config: {
    options:
      '-l -z --get --get-all --get-regexp --list --show-origin --show-scope --global --local --system --worktree --name-only --null --type= --bool --int --path --includes --default=',
    // `edit` would start an editor.
    operand: (value, index) => index === 0 && value !== 'edit',
  },
  describe: {
    options:
      '--all --tags --contains --long --always --dirty? --broken? --abbrev= --candidates= --exact-match --match= --exclude= --first-parent',
  },
  diff: {
    options: `${FORMATS} --staged --cached --merge-base --ours --theirs --base -0123 --no-index`,
    // Files that are compared without a repository.
    operand: value => !leadsOut(value),
  },
  'diff-tree': { options: `${FORMATS} -r -t --root --no-commit-id --pretty?unsigned --always` },
  fetch: {
    options: `${QUIET} -a -k -n -p -P -t -4 -6 -j: --all --append --atomic --depth= --deepen= --shallow-since= --unshallow --dry-run --keep --prune --prune-tags --no-tags --tags --jobs= --multiple --set-upstream --ipv4 --ipv6 --recurse-submodules? --no-recurse-submodules --no-auto-gc --porcelain --filter= --refetch --negotiation-tip= --no-auto-maintenance`,
    operand: isNamedRemote,
  },
  'for-each-ref': {
    options:
      '--count= --sort= --format=unsigned --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --color?',
  },
  'format-patch': {
    options: `${FORMATS} ${LIMITS} -k -N --stdout -v:number --numbered --no-numbered --start-number= --keep-subject --signoff --subject-prefix= --cover-letter --base= --no-signature --thread? --zero-commit`,
  },
  gc: { options: '-q --quiet --auto --aggressive --no-prune' },
  grep: {
    options:
      '-n -i -l -L -c -h -H -w -v -E -F -G -P -o -p -q -r -W -I -a -A: -B: -C: -m: -e: --line-number --column --ignore-case --files-with-matches --files-without-match --name-only --count --word-regexp --invert-match --extended-regexp --fixed-strings --basic-regexp --perl-regexp --only-matching --show-function --function-context --quiet --cached --recursive --no-recursive --max-depth= --after-context= --before-context= --context= --max-count= --and --or --not --all-match --break --heading --color? --no-color --full-name -z --null --threads= --text',
  },
  help: { options: '-a -g -c --all --guides', operand: value => /^[\w-]+$/.test(value) },
  init: { options: '-q -b: --quiet --bare --initial-branch= --object-format=', operand: isInsidePath },
  lfs: {
    options:
      '-a -d -l -s -n -p -I:path -X:path --all --dry-run --include=path --exclude=path --recent --long --size --name-only --json --porcelain',
    operand: (value, index) =>
      index === 0
        ? /^(?:env|fetch|fsck|locks|ls-files|pull|push|status|version)$/.test(value)
        : isNamedRemote(value, index - 1),
  },
  log: {
    options: `${FORMATS} ${LIMITS} ${QUIET} --stat= --log-size --clear-decorations --diff-merges= --no-diff-merges`,
  },
  'ls-files': {
    options:
      '-c -d -m -o -i -s -u -k -z -t -v -f -x: --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --eol --full-name --exclude-standard --exclude= --error-unmatch --abbrev? --deduplicate --no-empty-directory --format=unsigned --resolve-undo',
  },
  'ls-remote': {
    options: `-h -t -q --heads --branches --tags --refs --quiet --exit-code --get-url --sort= --symref`,
    operand: isNamedRemote,
  },
  'ls-tree': {
    options:
      '-d -r -t -l -z --name-only --name-status --long --full-name --full-tree --abbrev? --format=unsigned --object-only',
  },
  merge: {
    options: `${QUIET} -m: -n -s:strategy -X: -e --commit --no-commit --edit --no-edit --ff --no-ff --ff-only --squash --no-squash --abort --continue --quit --stat --no-stat --signoff --message= --strategy=strategy --strategy-option= --allow-unrelated-histories --log? --no-log --autostash --no-autostash --into-name=`,
  },
  'merge-base': { options: '-a --all --octopus --independent --is-ancestor --fork-point' },
  mv: { options: '-f -k -n -v --force --dry-run --verbose', operand: isInsidePath },
  'name-rev': { options: '--name-only --tags --refs= --exclude= --all --always --no-undefined' },
  p4: {
    options: '-v -n --verbose --dry-run --silent',
    operand: (value, index) => index === 0 && /^(?:branches|rebase|sync)$/.test(value),
  },
  pull: {
    options: `${QUIET} -r -n -s:strategy -X: -a -k -p -t -4 -6 -j: --rebase? --no-rebase --ff --no-ff --ff-only --commit --no-commit --edit --no-edit --squash --no-squash --stat --no-stat --autostash --no-autostash --all --depth= --prune --tags --no-tags --jobs= --unshallow --set-upstream --allow-unrelated-histories --strategy=strategy --strategy-option= --recurse-submodules? --no-recurse-submodules --dry-run --signoff --verify --ipv4 --ipv6`,
    operand: isNamedRemote,
  },
  push: {
    options: `${QUIET} -u -n -4 -6 --follow-tags --no-follow-tags --no-force-with-lease --set-upstream --dry-run --porcelain --atomic --no-atomic --verify --no-signed --thin --no-thin --no-recurse-submodules --ipv4 --ipv6`,
    operand: isNamedRemote,
  },
  rebase: {
    options: `${QUIET} -i -r? -f -m -n -p -k -C: -X: -s:strategy --onto= --interactive --continue --abort --skip --quit --edit-todo --show-current-patch --autosquash --no-autosquash --autostash --no-autostash --keep-base --root --rebase-merges? --no-rebase-merges --update-refs --no-update-refs --stat --no-stat --force-rebase --no-ff --ff --signoff --verify --fork-point --no-fork-point --strategy=strategy --strategy-option= --empty= --keep-empty --no-keep-empty --reapply-cherry-picks --committer-date-is-author-date --ignore-date --reset-author-date --merge --apply --ignore-whitespace --whitespace=`,
  },
  reflog: {
    options: `${FORMATS} ${LIMITS}`,
    operand: (value, index) => index > 0 || !/^(?:delete|drop|expire|write)$/.test(value),
  },
  remote: {
    options: '-v -t: -m: -f --verbose --push --add --all --dry-run -n --tags --no-tags --prune --delete',
    operand: (value, index) => (index === 0 ? /^(?:show|get-url|prune|update)$/.test(value) : isNamedRemote(value, 0)),
  },
  reset: {
    options:
      '-q -p -N --soft --mixed --hard --merge --keep --quiet --no-quiet --patch --refresh --no-refresh --intent-to-add --recurse-submodules --no-recurse-submodules',
  },
  restore: {
    options: `${QUIET} -s: -p -W -S -m --source= --patch --worktree --staged --ours --theirs --merge --conflict= --ignore-unmerged --overlay --no-overlay --recurse-submodules`,
  },
  revert: {
    options:
      '-e -n -s -m: -X: --edit --no-edit --no-commit --signoff --mainline= --continue --abort --skip --quit --strategy-option= --reference',
  },
  'rev-list': { options: `${LIMITS} --disk-usage --missing= --objects-edge --timestamp --header --bisect` },
  'rev-parse': {
    options:
      '-q --abbrev-ref? --short? --verify --quiet --show-toplevel --show-cdup --show-prefix --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches? --tags? --remotes? --show-superproject-working-tree --git-path= --default= --revs-only --no-revs --flags --no-flags --sq --not',
  },
  rm: { options: '-f -n -r -q --force --dry-run --cached --ignore-unmatch --quiet', operand: isInsidePath },
  shortlog: { options: `${LIMITS} -s -e -c -w? --summary --numbered --email --group= --committer` },
  show: { options: `${FORMATS} ${LIMITS} ${QUIET}` },
  'show-ref': {
    options:
      '-d -s -q --head --heads --branches --tags --dereference --hash? --verify --exists --abbrev? --quiet --exclude-existing?',
  },
  'sparse-checkout': { options: '--cone --no-cone --sparse-index --no-sparse-index --skip-checks' },
  stash: {
    options: `${FORMATS} -k -u -a -q -m: -S --keep-index --no-keep-index --include-untracked --all --quiet --message= --patch --staged --index --only-untracked --pathspec-file-nul`,
    operand: (value, index) => index > 0 || /^(?:push|save|list|show|apply|pop|drop|clear)$/.test(value),
  },
  status: {
    options:
      '-s -b -v -u? -z --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? --ignore-submodules? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
  },
  submodule: {
    options: '-q --init --recursive --quiet --cached',
    operand: (value, index) => (index > 0 ? isInsidePath(value) : /^(?:status|summary)$/.test(value)),
  },
  // The address is the one in the repository's settings; subcommands that send to it need a rule of their own.
  svn: {
    options:
      '-q -v -n -l -r:number --quiet --verbose --dry-run --fetch-all --local --limit=number --revision=number --oneline',
    operand: (value, index) =>
      index === 0
        ? /^(?:blame|fetch|find-rev|info|log|rebase|show-ignore)$/.test(value)
        : isNamedRemote(value, index - 1),
  },
  switch: {
    options: `${QUIET} -c: -d -f -t --create= --detach --guess --no-guess --force --discard-changes --track? --no-track --conflict= --ignore-other-worktrees`,
  },
  'symbolic-ref': {
    options: '-q --quiet --short --recurse --no-recurse',
    // A second word would be the new target.
    operand: (_, index) => index === 0,
  },
  tag: {
    options:
      '-a -l -n? -m: -i --annotate --no-sign --list --message= --sort= --format=unsigned --points-at= --contains? --no-contains? --merged? --no-merged? --column? --color? --create-reflog --ignore-case --cleanup=',
  },
  version: { options: '--build-options' },
  worktree: {
    options:
      '-f -b: -B: -d -q -v -n -z --force --detach --checkout --no-checkout --lock --reason= --quiet --track --no-track --guess-remote --porcelain --verbose --dry-run --expire= --orphan',
    operand: isInsidePath,
  },
};
