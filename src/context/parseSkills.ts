import type { Skill, SkillPlace, SkillText } from '../agent/ports/skills';
import { visibleText } from '../shared/hiddenCharacters';
import { hiddenCharactersIn, oneLine, type FileProblem } from './definitionFile';
import { FrontMatterError, readFrontMatter } from './frontMatter';

export interface SkillsFound {
  /** Sorted by name, each name once. */
  readonly skills: readonly Skill[];
  readonly problems: readonly FileProblem[];
}

const MAX_LENGTH = 100_000;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_HINT = 100;
/** All skills are described in every request. */
const MAX_SKILLS = 100;

/** Parses one `SKILL.md`; `skill` is null if the file can't be used, and the problems say why. */
export function parseSkill({ place, file, text, error }: SkillText): {
  readonly skill: Skill | null;
  readonly problems: readonly FileProblem[];
} {
  const refuse = (message: string, line?: number) => ({
    skill: null,
    problems: [{ file, ...(line !== undefined && { line }), severity: 'error' as const, message }],
  });
  if (text === null) return refuse(`It can't be read: ${error ?? 'unknown error'}`);
  if (text.length > MAX_LENGTH) return refuse(`It is longer than ${MAX_LENGTH} characters.`);
  try {
    const { values, lines, body } = readFrontMatter(text);
    const name = oneLine(values.get('name'));
    const description = oneLine(values.get('description'));
    for (const [key, value] of [
      ['name', name],
      ['description', description],
    ] as const) {
      if (value === '') return refuse(`"${key}" must be a non-empty string.`, lines.get(key) ?? 1);
    }
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._:-]*$/u.test(name) || name.length > MAX_NAME) {
      return refuse(
        `"name" must be of letters, digits and - _ . : and at most ${MAX_NAME} characters.`,
        lines.get('name'),
      );
    }
    if (description.length > MAX_DESCRIPTION) {
      return refuse(`"description" must be at most ${MAX_DESCRIPTION} characters.`, lines.get('description'));
    }
    const isOn = (key: string) => values.get(key)?.trim().toLowerCase();
    const argumentHint = oneLine(values.get('argument-hint'));
    const skill: Skill = {
      name,
      description: visibleText(description),
      tier: place.tier,
      file,
      instructions: body,
      ...(argumentHint !== '' && { argumentHint: visibleText(argumentHint).slice(0, MAX_HINT) }),
      ...(isOn('disable-model-invocation') === 'true' && { isForUserOnly: true as const }),
      ...(isOn('user-invocable') === 'false' && { isForModelOnly: true as const }),
      ...(isOn('context') === 'fork' && { isForked: true as const }),
    };
    return { skill, problems: [...hiddenCharactersIn(file, text), ...hintsFor(file, lines)] };
  } catch (failure) {
    if (failure instanceof FrontMatterError) return refuse(failure.message, failure.line);
    throw failure;
  }
}

/**
 * The skills of all files, which are given from the lowest precedence to the highest. Of two with the same name, the
 * one from the higher place is used; within one place the first, and the other is an error. Skills in `disabled`, in
 * any case, are left out.
 */
export function mergeSkills(texts: readonly SkillText[], disabled: readonly string[]): SkillsFound {
  const byName = new Map<string, { readonly skill: Skill; readonly place: SkillPlace }>();
  const problems: FileProblem[] = [];
  for (const text of texts) {
    const { skill, problems: found } = parseSkill(text);
    problems.push(...found);
    if (!skill) continue;
    const same = byName.get(skill.name);
    if (same?.place === text.place) {
      problems.push(errorIn(skill, `The skill "${skill.name}" is in ${same.skill.file} already.`));
      continue;
    }
    if (same) {
      const message = `The skill "${skill.name}" takes the place of the one in ${same.skill.file}.`;
      problems.push({ file: skill.file, severity: 'hint', message });
    }
    byName.set(skill.name, { skill, place: text.place });
  }
  const off = new Set(disabled.map(name => name.toLowerCase()));
  const skills = [...byName.values()].map(({ skill }) => skill).filter(({ name }) => !off.has(name.toLowerCase()));
  // Workspace skills come first, because they are about the work at hand.
  const kept = [...skills].sort((a, b) => rankOf(b) - rankOf(a)).slice(0, MAX_SKILLS);
  const left = skills.filter(skill => !kept.includes(skill));
  problems.push(
    ...left.map(skill => errorIn(skill, `There are more than ${MAX_SKILLS} skills; this one is left out.`)),
  );
  return { skills: kept.sort((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

/** A skill in a list for the user. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  readonly tier: Skill['tier'];
  readonly file: string;
  readonly isEnabled: boolean;
}

export interface ListedSkills {
  readonly skills: readonly ListedSkill[];
  readonly problems: readonly FileProblem[];
}

/** All skills in files, including those disabled by settings. */
export function listedSkills(
  texts: readonly SkillText[],
  { isEnabled, disabled }: { readonly isEnabled: boolean; readonly disabled: readonly string[] },
): ListedSkills {
  const { skills, problems } = mergeSkills(texts, []);
  const off = new Set(disabled.map(name => name.toLowerCase()));
  const listed = skills.map(({ name, description, tier, file }) => {
    return { name, description, tier, file, isEnabled: isEnabled && !off.has(name.toLowerCase()) };
  });
  return { skills: listed, problems };
}

function rankOf({ tier }: Skill): number {
  return tier === 'workspace' ? 1 : 0;
}

function errorIn({ file }: Skill, message: string): FileProblem {
  return { file, line: 1, severity: 'error', message };
}

/** Keys in skills of other agents that have no effect here. */
function hintsFor(file: string, lines: ReadonlyMap<string, number>): FileProblem[] {
  const texts = {
    'allowed-tools': 'allows nothing here: your rules and the mode decide what needs no question.',
    agent: 'has no effect here: what is forked is followed by an agent of its own.',
    hooks: 'has no effect here.',
  };
  return Object.entries(texts).flatMap(([key, message]) => {
    const line = lines.get(key);
    return line === undefined ? [] : [{ file, line, severity: 'hint' as const, message: `"${key}" ${message}` }];
  });
}
