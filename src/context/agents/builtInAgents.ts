import type { AgentDefinition } from '../../agent/ports/agents';

const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** The built-in agents. Names, limits and the form of results are Gemini CLI's. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: 'codebase_investigator',
    title: 'Codebase investigator',
    description:
      'Reads the code and only reads. For questions about structure, causes or where to change something that take many reads.',
    instructions: `You investigate a code base for a caller who then changes it. You only read.
- Find every place that matters to the task, with what it depends on and what depends on it; not only the first that fits.
- Understand why the code is as it is, and what a change would break: follow calls, types, tests and configuration.
- Search before you read, and read several files at once where they don't depend on each other.
- Report what you saw in the code and nothing else, with paths, symbols and lines. What you did not verify, call so.`,
    tools: ['list_directory', 'read_file', 'read_many_files', 'glob', 'search_file_content'],
    temperature: 0.1,
    maxTurns: 10,
    maxMinutes: 3,
    output: {
      name: 'report',
      description: 'What you found.',
      schema: {
        type: 'object',
        properties: {
          SummaryOfFindings: { type: 'string', minLength: 1, description: 'The answer, for somebody who acts on it.' },
          ExplorationTrace: texts('What you did, step by step.'),
          RelevantLocations: {
            type: 'array',
            description: 'The places that matter.',
            items: {
              type: 'object',
              properties: {
                FilePath: { type: 'string' },
                Reasoning: { type: 'string', description: 'Why it matters.' },
                KeySymbols: texts('The functions, types or variables in question.'),
              },
              required: ['FilePath', 'Reasoning', 'KeySymbols'],
            },
          },
        },
        required: ['SummaryOfFindings', 'ExplorationTrace', 'RelevantLocations'],
      },
    },
    source: 'builtIn',
  },
];
