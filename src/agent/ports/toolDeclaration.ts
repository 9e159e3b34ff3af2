export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the model is told of a tool. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object. */
  readonly parameters: JsonSchema;
}
