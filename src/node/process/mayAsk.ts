/** Programs that search piped input, and the directory only if nothing is piped. */
const SEARCHES = /(?:^|[\s;&|(`/])(?:rg|ag|ack)(?=$|[\s;&|)`])/;

/** False if the command would take an open standard input as the text to search, and wait for its end. */
export function mayAsk(command: string): boolean {
  return !SEARCHES.test(command);
}
