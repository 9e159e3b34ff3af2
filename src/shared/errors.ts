/** A failure that the model reads: what went wrong and what to do. `type` is one of the error types scripts rely on. */
export class ToolError extends Error {
  constructor(
    readonly type: string,
    message: string,
    /** One sentence for the person, where the text for the model would not do. */
    readonly forPeople?: string,
  ) {
    super(message);
    this.name = 'ToolError';
  }
}

/** The file is no longer what the approved edit was made from; nothing was written. `current` null: it is gone. */
export class BaselineChanged extends Error {
  constructor(readonly current: string | null) {
    super('The file changed after the edit was proposed.');
    this.name = 'BaselineChanged';
  }
}

/** True for an edit that was refused because its file had changed: it has written nothing. */
export function isRefusedEdit(error: unknown): boolean {
  return error instanceof BaselineChanged || (error instanceof ToolError && error.type === 'file_changed');
}

/** Nobody is signed in, or not any more; `message` is one localised sentence that says what to do. Never a secret. */
export class SignInError extends Error {
  constructor(
    message: string,
    /** The technical reason, for whoever looks into it. */
    readonly detail?: string,
  ) {
    super(message);
    this.name = 'SignInError';
  }
}

/** A proxy did not let a request through, or could not be reached itself. */
export class ProxyError extends Error {
  constructor(
    /** Host and port; never the password that may stand in its address. */
    readonly proxy: string,
    /** Host and port that the request was for. */
    readonly target: string,
    /** What the proxy answered; undefined: nothing. */
    readonly status: number | undefined,
    options?: ErrorOptions,
    /** The setting or the variable that the proxy comes from, where that is known. */
    readonly from?: string,
  ) {
    super(`The proxy ${proxy} did not connect to ${target}${status === undefined ? '' : ` (${status})`}.`, options);
    this.name = 'ProxyError';
  }
}

/** A request that was not sent: its host may not be reached, or it holds a secret. `message` is localised, and no secret. */
export class EgressError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EgressError';
  }
}
