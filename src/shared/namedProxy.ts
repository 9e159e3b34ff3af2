/** A proxy, whose URL may contain a password, and the setting or environment variable that names it. */
export interface NamedProxy {
  readonly url: URL;
  readonly from: string;
}
