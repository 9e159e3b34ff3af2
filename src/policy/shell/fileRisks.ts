import type { PolicyReason } from '../decision';
import { locate, locateAll, type Ground } from '../paths';
import { changesScripts, isProtected, runsByItself } from '../protectedFiles';
import { isSecretFile } from '../secretFiles';
import { baseName, operandsOf, type SimpleCommand, type Word } from './command';
import { touchOf } from './effects';

/**
 * A reason to ask: the command changes files that govern the editor or the agent, or that are outside, or it reads
 * secrets. `isKnown`: it is already known that it reads no secrets.
 */
export function fileRiskOf(
  command: SimpleCommand,
  grounds: readonly Ground[] | null,
  start: Ground,
  isKnown: boolean,
): PolicyReason | null {
  const { reads, writes, deletes, uses } = touchOf(command);
  for (const { value, isStatic } of uses) {
    if (!isStatic || (!grounds && !isAbsolute(value))) return { kind: 'indirect', detail: command.text };
    if ((grounds ?? [start]).some(ground => locate(value, ground).isOutside)) return { kind: 'outside', detail: value };
  }
  let selfRunning: PolicyReason | null = null;
  const written = [...writes, ...putInto(command, writes)];
  for (const { value, isStatic, isFilePattern } of [...written, ...deletes]) {
    if (/^\/dev\/(?:null|stdout|stderr)$/.test(value)) continue;
    // A pattern matches files in its own folder only; a variable may lead anywhere. With a pattern in a parent
    // folder, the match may be a link.
    if (!isStatic && (!/[*?[{]/.test(value) || /[*?[{].*[\\/]./s.test(value)))
      return { kind: 'indirect', detail: command.text };
    // The rest of a word with a pattern may be the value of a variable.
    if (!isStatic && isFilePattern !== true && /[$`]/.test(command.text))
      return { kind: 'indirect', detail: command.text };
    if (!grounds && !isAbsolute(value)) return { kind: 'indirect', detail: command.text };
    for (const ground of grounds ?? [start]) {
      const places = locateAll(value, ground);
      if (!places) return { kind: 'indirect', detail: command.text };
      for (const [at, { absolute, spelled, isOutside }] of places.entries()) {
        const detail = at === 0 && absolute === spelled ? value : absolute;
        if (isProtected(absolute) || isProtected(spelled)) return { kind: 'protected', detail };
        if (isOutside) return { kind: 'outside', detail };
        if (written.some(word => word.value === value) && isRunning(absolute, spelled)) {
          selfRunning ??= { kind: 'selfRunning', detail };
        }
      }
    }
  }
  for (const { value } of isKnown ? [] : reads) {
    if (isSecretFile(value)) return { kind: 'secret', detail: value };
    for (const ground of grounds ?? [start]) {
      const places = locateAll(value, ground);
      if (!places) return { kind: 'indirect', detail: command.text };
      const secret = places.find(
        ({ absolute, spelled }, at) => (at > 0 || absolute !== spelled) && isSecretFile(absolute),
      );
      if (secret) return { kind: 'secret', detail: secret === places[0] ? value : secret.absolute };
    }
  }
  // The mildest reason comes last: it is no reason at all in yolo mode.
  return selfRunning;
}

/** The files that a copying or moving program creates in a target folder: each source under its own name. */
function putInto({ words }: SimpleCommand, writes: readonly Word[]): Word[] {
  if (!/^(?:cp|mv|ln|install|rsync|gcp|gmv)$/.test(baseName(words[0]?.value ?? ''))) return [];
  const sources = operandsOf(words.slice(1));
  return writes.flatMap(target =>
    sources.flatMap(source => {
      const value = `${target.value}/${baseName(source.value.replace(/[\\/]+$/, ''))}`;
      const isGuarded = isProtected(value) || runsByItself(value) || changesScripts(value, null, undefined);
      return source !== target && isGuarded ? [{ ...target, value, isStatic: true }] : [];
    }),
  );
}

function isRunning(...paths: readonly string[]): boolean {
  return paths.some(path => runsByItself(path) || changesScripts(path, null, undefined));
}

/** Input redirected with `<` may be inside the workspace, like an argument; anything else is asked about. */
export function inputRiskOf(
  { redirections }: SimpleCommand,
  grounds: readonly Ground[] | null,
  start: Ground,
  ignored: ReadonlySet<string>,
): PolicyReason | null {
  for (const { kind, target } of redirections) {
    if (kind === 'write') continue;
    const risk: PolicyReason = { kind: 'redirection', detail: target.value };
    if (!target.isStatic || (!grounds && !isAbsolute(target.value))) return risk;
    for (const ground of grounds ?? [start]) {
      const { absolute, isOutside } = locate(target.value, ground);
      if (isOutside || ignored.has(absolute)) return risk;
    }
  }
  return null;
}

function isAbsolute(path: string): boolean {
  return /^(?:[/~\\]|[a-zA-Z]:)/.test(path);
}
