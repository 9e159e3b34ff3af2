/** What an answer is made of, in order. Calls next to each other are made at once. */
export type DemoPart =
  | { readonly thought: string }
  | { readonly text: string }
  | { readonly call: { readonly name: string; readonly args: Record<string, unknown> } };
