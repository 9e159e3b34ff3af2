import { isFlag } from './command';

/** True if the scripts neither run, read nor write anything, and no file is edited in place. */
export function isPlainSed(args: readonly string[]): boolean {
  const scripts: string[] = [];
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    const inline = /^(?:-[nErszu]*e|--e[a-z]*=)(.*)$/s.exec(arg)?.[1];
    if (inline) scripts.push(inline);
    else if (/^(?:-[nErszu]*e|--e[a-z]*)$/.test(arg)) scripts.push(args[++i] ?? '');
    else if (!isFlag(arg)) files.push(arg);
    else if (!/^(?:-[nErszu]+|--(?:quiet|silent|regexp-extended|null-data|posix|unbuffered|help|version|))$/.test(arg))
      return false;
  }
  const all = scripts.length > 0 ? scripts : files.slice(0, 1);
  return all.every(script => PLAIN_SED.test(script));
}

const SED_ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const SED_PART = String.raw`(?:(?!\k<d>)[^\\\n]|\\.)*\k<d>`;
const PLAIN_SED = new RegExp(
  `^(?:[ \\t;\\n]*(?:${SED_ADDRESS}(?:,(?:${SED_ADDRESS}|[+~]\\d+))?[ \\t]*!?[ \\t]*)?` +
    `(?:[pdDPnNgGhHx=]|[qQ]\\d*|s(?<d>[/|#,@:!%~+])${SED_PART}${SED_PART}[gpiIM\\d]*)[ \\t]*(?=[;\\n]|$))*[ \\t;\\n]*$`,
);
