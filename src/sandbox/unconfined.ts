/** What the model is told where commands run without a sandbox. */
export const UNCONFINED = 'Shell commands run without a sandbox.';

/** What it is told where Pollux itself was started in one, by the name in the variable `SANDBOX`. */
export const CONTAINED =
  'All of this runs in a sandbox that the user started: few files outside the workspace are here, and programs, ports and hosts may be missing. If that may be why something fails, say so, and which folder, program or host the sandbox would need.';
