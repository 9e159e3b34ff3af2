/** Programs that search what is piped to them, and the folder only where nothing is. */
const SEARCHES = /(?:^|[\s;&|(`/])(?:rg|ag|ack)(?=$|[\s;&|)`])/;

/** False for a command that would take an open standard input for the text to work on, and wait for all of it. */
export function mayAsk(command: string): boolean {
  return !SEARCHES.test(command);
}
