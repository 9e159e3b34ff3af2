/** Access tokens of a signed-in account, refreshed when they expire. */
export interface AccessTokens {
  /** Returns a token to send; if `refused` is given, a different one. Throws `SignInError`. */
  get(refused?: string): Promise<string>;
}
