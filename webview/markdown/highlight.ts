import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { appendVisible } from './visibleText';

/** Code longer than this many characters stays plain: highlighting it would block the panel. */
const LIMIT = 16_000;

const LANGUAGES = {
  ...{
    bash,
    c,
    cpp,
    csharp,
    css,
    diff,
    dockerfile,
    go,
    ini,
    java,
    javascript,
    json,
    kotlin,
    markdown,
    php,
    powershell,
  },
  ...{ python, ruby, rust, sql, swift, typescript, xml, yaml },
};

/** highlight.js output: nested scopes and text. This is part of its emitter, the only way to get nodes without HTML. */
interface Scope {
  readonly scope?: string;
  readonly children: readonly (Scope | string)[];
}

/** Returns the code in colored spans, or undefined if the language is unknown or the code too long. */
export type Highlight = (code: string, language: string) => DocumentFragment | undefined;

export function createHighlight(): Highlight {
  const engine = hljs.newInstance();
  const known = new Map<string, boolean>();
  for (const [name, language] of Object.entries(LANGUAGES)) engine.registerLanguage(name, language);
  return (code, language) => {
    const name = language.toLowerCase();
    if (!known.has(name)) known.set(name, engine.getLanguage(name) !== undefined);
    if (code.length > LIMIT || !known.get(name)) return undefined;
    const result = engine.highlight(code, { language: name, ignoreIllegals: true });
    const { rootNode } = result._emitter as unknown as { rootNode: Scope };
    const fragment = document.createDocumentFragment();
    for (const child of rootNode.children) append(fragment, child);
    return fragment;
  };
}

function append(parent: Node, child: Scope | string): void {
  if (typeof child === 'string') return appendVisible(parent, child);
  let into = parent;
  if (child.scope !== undefined && child.scope !== '') {
    const span = document.createElement('span');
    // The first part decides: `title.function` is a title. `language:…` marks an embedded language and has no color.
    span.className = `hl-${child.scope.split('.')[0]?.replace(/[^\w-].*/, '')}`;
    into = parent.appendChild(span);
  }
  for (const grandchild of child.children) append(into, grandchild);
}
