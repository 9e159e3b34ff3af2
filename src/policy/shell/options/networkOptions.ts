import { changesScripts, isProtected, runsByItself } from '../../protectedFiles';
import { isInsidePath, isWebAddress, type OptionGrammar } from './optionGrammar';

const isHost = (value: string): boolean => /^(?:ssh:\/\/)?[\w.@:%[\]-]+\/?$/.test(value) && !/^-|:\/\/-|@-/.test(value);
/** A file on a host, or one in the workspace. */
const isCopyPlace = (value: string): boolean =>
  !/^-|:\/\/|@-/.test(value) && (/^[\w.@[\]-]+:/.test(value) || isInsidePath(value));

/** The same, on a machine known by a short name: other programs' words don't name an address either. */
const isNearPlace = (value: string): boolean => isCopyPlace(value) && !/^(?:[^/:]*@)?[^/:]*[.[][^/:]*:/.test(value);

/** The possible names of a downloaded file: the end of the address, with or without its query. */
function namesOf(address: string): string[] {
  const plain = address.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return [plain.replace(/#.*/s, ''), plain.replace(/[?#].*/s, '')];
}

function isPlainName(path: string): boolean {
  return !isProtected(path) && !runsByItself(path) && !changesScripts(path, null, undefined);
}

export const NETWORK_PROGRAMS: Readonly<Record<string, OptionGrammar>> = {
  curl: {
    options:
      '-s -S -f -L -I -i -v -g -G -N -q -4 -6 -0 -# -a -Z -H:text -A: -e: -m: -X:method -u: -r: -w:text -b:pair -y: -Y: --silent --show-error --fail --fail-with-body --fail-early --location --head --include --show-headers --verbose --globoff --get --no-buffer --ipv4 --ipv6 --http1.0 --http1.1 --http2 --http3 --tlsv1.2 --tlsv1.3 --compressed --no-progress-meter --progress-bar --header=text --user-agent= --referer= --max-time=number --connect-timeout=number --speed-limit=number --speed-time=number --request=method --user= --range= --write-out=text --cookie=pair --max-redirs=number --retry=number --retry-delay=number --retry-max-time=number --retry-all-errors --retry-connrefused --url=never --basic --digest --path-as-is --no-keepalive --raw --max-filesize=number --limit-rate= --parallel --insecure -k --ssl-reqd --version --help? -V -h',
    operand: isWebAddress,
  },
  wget: {
    options:
      '-q -v -c -S -N -d -4 -6 --quiet --verbose --no-verbose -n: --spider --continue --timestamping --no-clobber --show-progress --server-response --tries=number -t:number -T:number --timeout=number --wait=number -w:number --header=text -U: --user-agent= --no-check-certificate --max-redirect=number -O:stdout --output-document=stdout --limit-rate= --referer= --inet4-only --inet6-only --compression= --retry-connrefused --https-only --version --help -V -h',
    // The last part of the address becomes the file name.
    operand: value => isWebAddress(value) && namesOf(value).every(isPlainName),
  },
  ssh: { options: '-v -4 -6 -q -T -t -N -C -n -a -x -V -G -p:number -l:name -i:path -b:', operand: isHost },
  scp: { options: '-r -p -q -C -v -4 -6 -B -3 -P:number -i:path -l:number', operand: isCopyPlace },
  rsync: {
    options:
      '-a -v -z -r -n -h -P -u -c -t -l -p -g -o -D -H -x -i -q -m -W -S -A -X -E -0 --archive --verbose --compress --recursive --dry-run --human-readable --partial --progress --stats --update --checksum --times --links --perms --group --owner --devices --specials --hard-links --one-file-system --itemize-changes --quiet --prune-empty-dirs --whole-file --sparse --exclude= --include= --delete --delete-excluded --delete-after --delete-before --delete-during --delete-delay --force --existing --ignore-existing --size-only --max-size= --min-size= --timeout= --contimeout= --bwlimit= --info= --list-only --inplace --no-perms --no-owner --no-group --chmod= --safe-links --append --append-verify --cvs-exclude -C --mkpath --8-bit-output --out-format= --omit-dir-times -O --modify-window= --version --help',
    operand: isNearPlace,
  },
  sftp: { options: '-4 -6 -C -p -q -r -v -P:number -i:path -l:number', operand: isHost },
};
