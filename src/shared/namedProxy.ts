/** A proxy, whose address may hold a password, and the setting or the variable that it comes from. */
export interface NamedProxy {
  readonly url: URL;
  readonly from: string;
}
