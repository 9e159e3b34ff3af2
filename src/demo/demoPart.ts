/** A part of an answer, in order. Adjacent calls are made together. */
export type DemoPart =
  | { readonly thought: string }
  | { readonly text: string }
  | { readonly call: { readonly name: string; readonly args: Record<string, unknown> } };
