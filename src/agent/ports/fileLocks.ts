/** Ensures that only one chat, window or headless run of a user at a time reads and writes a file. */
export interface FileLocks {
  /** Runs `work` while holding all of the files. Throws `ToolError` if another holder does not release one in time. */
  holding<T>(files: readonly string[], work: () => Promise<T>): Promise<T>;
}
