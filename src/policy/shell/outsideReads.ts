import { locateAll, type Ground } from '../paths';
import { baseName, operandsOf, type SimpleCommand, type Word } from './command';
import { touchOf } from './effects';

/** Programs that show the content of the files they read, or copy it to where it can be read. */
const SHOWS =
  /^(?:cat|tac|rev|head|tail|nl|less|more|bat|grep|egrep|fgrep|rg|ag|ack|sed|[gmn]?awk|cut|sort|uniq|paste|column|fold|diff|cmp|comm|od|xxd|hexdump|strings|base32|base64|jq|yq|wc|md5sum|sha\d+sum|b2sum|cksum|source|\.|cp|gcp|rsync|install|tar|bsdtar|gtar|zip|gzip|bzip2|xz|zstd|7z|split|csplit|shuf|join|expand|iconv|envsubst|xmllint)$/;
const CMDLETS_SHOW = /^(?:get-content|select-string|format-hex|get-filehash|import-csv|import-clixml|copy-item)$/;
/** Those of them whose files no other table identifies; all of their operands count. */
const ALL_WORDS = /^(?:bat|zip|gzip|bzip2|xz|zstd|7z|split|csplit|shuf|join|expand|iconv|ack|xmllint|tar|bsdtar|gtar)$/;

/**
 * A file outside the workspace that a command shows or copies, as spelled; undefined if there is none. A rule that
 * allows the program is not meant to include such files.
 */
export function readOutside(command: SimpleCommand, grounds: readonly Ground[]): string | undefined {
  const name = baseName(command.words[0]?.value ?? '');
  if (command.cmdlet === undefined ? !SHOWS.test(name) : !CMDLETS_SHOW.test(command.cmdlet)) return undefined;
  const words: readonly Word[] =
    command.cmdlet === undefined && ALL_WORDS.test(name) ? operandsOf(command.words.slice(1)) : touchOf(command).reads;
  const isOutside = ({ value }: Word) =>
    !/^\/dev\/(?:null|stdin|zero|u?random)$/.test(value) &&
    grounds.some(ground => locateAll(value, ground)?.some(place => place.isOutside));
  return words.find(word => word.value !== '' && isOutside(word))?.value;
}
