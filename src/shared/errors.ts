/** A failure for the model to read: what went wrong and what to do. `type` is an error type that scripts rely on. */
export class ToolError extends Error {
  constructor(
    readonly type: string,
    message: string,
    /** One sentence for the user, where the text for the model isn't suitable. */
    readonly forPeople?: string,
  ) {
    super(message);
    this.name = 'ToolError';
  }
}

/** The file no longer equals the approved edit's baseline; nothing was written. `current` null: it no longer exists. */
export class BaselineChanged extends Error {
  constructor(readonly current: string | null) {
    super('The file changed after the edit was proposed.');
    this.name = 'BaselineChanged';
  }
}

/** True if an edit was refused because its file had changed; nothing was written. */
export function isRefusedEdit(error: unknown): boolean {
  return error instanceof BaselineChanged || (error instanceof ToolError && error.type === 'file_changed');
}

/** The user isn't signed in, or no longer; `message` is one localized sentence with the remedy and without secrets. */
export class SignInError extends Error {
  constructor(
    message: string,
    /** The technical reason, for troubleshooting. */
    readonly detail?: string,
  ) {
    super(message);
    this.name = 'SignInError';
  }
}

/** A proxy refused a request, or could not be reached. */
export class ProxyError extends Error {
  constructor(
    /** Host and port; never the password that its URL may contain. */
    readonly proxy: string,
    /** Host and port of the request's target. */
    readonly target: string,
    /** The status the proxy answered with; undefined: it didn't answer. */
    readonly status: number | undefined,
    options?: ErrorOptions,
    /** The setting or the environment variable that names the proxy, where known. */
    readonly from?: string,
  ) {
    super(`The proxy ${proxy} did not connect to ${target}${status === undefined ? '' : ` (${status})`}.`, options);
    this.name = 'ProxyError';
  }
}

/**
 * A request that was not sent: its host isn't allowed, or it contains a secret. `message` is localized, without
 * secrets.
 */
export class EgressError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EgressError';
  }
}
