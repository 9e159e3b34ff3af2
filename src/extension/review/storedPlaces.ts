// What is stored for a workspace folder, besides the comments: a ledger each.

/** The ledger's file, in each of the folders. */
export const LEDGER = 'changes.jsonl';
/** The subfolder for changes that need the user. */
export const LOST = 'lost';
/** The subfolder for edits that the user is asked about. */
export const PROPOSED = 'proposed';
