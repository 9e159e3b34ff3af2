/** What the model is told where commands run without a sandbox. */
export const UNCONFINED = 'Shell commands run without a sandbox.';
