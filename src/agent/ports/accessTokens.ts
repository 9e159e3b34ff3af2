/** Access tokens of somebody who is signed in; refreshed as they expire. */
export interface AccessTokens {
  /** A token to send; with `refused`, another one than that. Throws `SignInError`. */
  get(refused?: string): Promise<string>;
}
