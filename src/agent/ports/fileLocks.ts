/** Lets one at a time look at a file and write it, of all chats, windows and headless runs of a user. */
export interface FileLocks {
  /** Runs `work` while nobody else holds any of the files. Throws `ToolError` where somebody holds one for too long. */
  holding<T>(files: readonly string[], work: () => Promise<T>): Promise<T>;
}
