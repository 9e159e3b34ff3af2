import assert from 'node:assert/strict';
import { GoogleGenAI } from '@google/genai';
import type { DemoServer } from '../../src/demo/demoServer';
import type { Content, FunctionCall, GenerateResponse, Part } from '../../src/demo/wire';
import { complaintAbout } from './gemini/rules';
import { SignatureBook } from './gemini/signatures';

const model = 'gemini-3.8-flash';
const allTools = 'list_directory read_file glob search_file_content replace write_file run_shell_command'.split(' ');

export type Answer = { output: string } | { error: string };
export type Tools = Readonly<Record<string, (args: Record<string, unknown>) => Answer | Promise<Answer>>>;

/** A chat with the demo through the SDK, its tools played by hand. Every history must be one that the service takes. */
export class DemoChat {
  readonly contents: Content[] = [];
  readonly calls: FunctionCall[] = [];
  /** What Pollux tells the model with the results of a tool, by the tool's name. */
  readonly news = new Map<string, string>();
  private readonly signatures = new SignatureBook();

  constructor(
    private readonly demo: DemoServer,
    private readonly tools: Tools,
    private readonly offered: readonly string[] = allTools,
  ) {}

  get callNames(): string[] {
    return this.calls.map(call => call.name);
  }

  /** Sends a message and answers calls until the demo has no more; returns all that it said. */
  async say(...texts: string[]): Promise<string> {
    this.contents.push({ role: 'user', parts: texts.map(text => ({ text })) });
    let said = '';
    for (;;) {
      const parts = await this.ask();
      said += parts.flatMap(part => (part.thought ? [] : [part.text ?? ''])).join('');
      const calls = parts.flatMap(part => part.functionCall ?? []);
      this.contents.push({ role: 'model', parts });
      if (calls.length === 0) return said;
      this.calls.push(...calls);
      const results = await Promise.all(calls.map(call => this.answer(call)));
      const news = calls.flatMap(({ name }) => this.news.get(name) ?? []).map(text => ({ text }));
      this.contents.push({ role: 'user', parts: [...results, ...news] });
    }
  }

  private async ask(): Promise<Part[]> {
    const { contents, demo } = this;
    assert.equal(complaintAbout({ contents }, model, this.signatures), null);
    const { models } = new GoogleGenAI({
      apiKey: demo.apiKey,
      apiVersion: 'v1beta',
      httpOptions: { baseUrl: demo.url },
    });
    const tools = this.offered.length > 0 ? [{ functionDeclarations: this.offered.map(name => ({ name })) }] : [];
    const parts: Part[] = [];
    for await (const event of await models.generateContentStream({ model, contents, config: { tools } })) {
      const response = event as unknown as GenerateResponse;
      this.signatures.remember(response);
      parts.push(...(response.candidates?.[0]?.content?.parts ?? []));
    }
    return parts;
  }

  private async answer({ name, id, args = {} }: FunctionCall): Promise<Part> {
    const run = this.tools[name];
    assert.ok(run, `unexpected call of ${name}`);
    return { functionResponse: { name, ...(id ? { id } : {}), response: await run(args) } };
  }
}
