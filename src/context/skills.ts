import type { AgentText } from '../agent/ports/agents';
import type { Skill, SkillFolder, Skills, SkillText } from '../agent/ports/skills';
import { ToolError } from '../shared/errors';
import { skillFolderText } from '../shared/skillText';
import type { ListedSkills, SkillsFound } from './parseSkills';

/** The parser is loaded when skills are first searched. */
const parsing = () => import('./parseSkills');

export interface SkillRegistryOptions {
  /** The files of all places, from the lowest precedence to the highest. */
  readonly find: () => Promise<readonly SkillText[]>;
  /** The current content of a file that was found; undefined if the file no longer exists. */
  readonly reread: (source: SkillText) => Promise<SkillText | undefined>;
  readonly list: (source: SkillText) => Promise<SkillFolder>;
  readonly settings: () => {
    readonly isEnabled: boolean;
    readonly disabled: readonly string[];
    /** Whether agents may follow skills; otherwise, skills meant for agents are followed in the conversation. */
    readonly canFork: boolean;
  };
}

/** The available skills, and the folders of those that were approved. */
export class SkillRegistry implements Skills {
  readonly #sources = new Map<string, SkillText>();
  readonly #open = new Set<string>();

  constructor(private readonly options: SkillRegistryOptions) {}

  /** Searches for skills again. */
  async find(): Promise<SkillsFound> {
    const { isEnabled, disabled, canFork } = this.options.settings();
    if (!isEnabled) return { skills: [], problems: [] };
    const texts = await this.options.find();
    for (const source of texts) this.#sources.set(source.file, source);
    if (texts.length === 0) return { skills: [], problems: [] };
    const { mergeSkills } = await parsing();
    const { skills, problems } = mergeSkills(texts, disabled);
    return { skills: canFork ? skills : skills.map(({ isForked: _isForked, ...skill }) => skill), problems };
  }

  /** The same for a list for the user, with the skills that settings turn off. */
  async list(): Promise<ListedSkills> {
    const [texts, { listedSkills }] = await Promise.all([this.options.find(), parsing()]);
    return listedSkills(texts, this.options.settings());
  }

  /** The skills that agents follow, as definitions of these agents. */
  async forked(): Promise<readonly AgentText[]> {
    const { skills } = await this.find();
    return skills.flatMap(({ isForked, tier, file }) => {
      const text = this.#sources.get(file)?.text;
      if (!isForked || text === undefined) return [];
      const brief = async () => skillFolderText(await this.open({ file }));
      return [{ source: tier, format: 'skill' as const, file, text, brief }];
    });
  }

  async read({ name, file }: Skill): Promise<Skill> {
    const source = this.#sources.get(file);
    const now = source && (await this.options.reread(source));
    if (!now) throw new ToolError('file_not_found', `The skill "${name}" is gone: ${file}`);
    const { parseSkill } = await parsing();
    const { skill, problems } = parseSkill(now);
    if (skill?.name === name) return skill;
    const why = problems[0]?.message ?? `It is called "${skill?.name ?? ''}" now.`;
    throw new ToolError('read_content_failure', `The skill "${name}" can't be used any more: ${file}: ${why}`);
  }

  async open({ file }: Pick<Skill, 'file'>): Promise<SkillFolder> {
    const source = this.#sources.get(file);
    if (!source) throw new ToolError('file_not_found', `There is no skill in ${file}`);
    const folder = await this.options.list(source);
    this.#open.add(folder.path);
    return folder;
  }

  /** The folders that may be read although they are outside the workspace: absolute and without links. */
  folders(): readonly string[] {
    return [...this.#open];
  }
}
