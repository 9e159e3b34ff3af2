import { SignInError } from '../../shared/errors';

/** A server asks for a sign-in, or for more than was granted, and nobody can be asked now. */
export class SignInNeeded extends SignInError {
  constructor(
    readonly server: string,
    message: string,
    detail?: string,
  ) {
    super(message, detail);
    this.name = 'SignInNeeded';
  }
}

/** The protocol's word for what went wrong; what a server writes beside it is not shown. */
export function errorCode(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : 'unknown';
}
