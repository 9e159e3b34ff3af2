export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as declared to the model. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, of type object. */
  readonly parameters: JsonSchema;
}
