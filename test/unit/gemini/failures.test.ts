import assert from 'node:assert/strict';
import { HttpError } from '../../../src/gemini/apiError';
import { failureOf } from '../../../src/gemini/failures';
import { errorBody, errorInfo, help, quotaFailure, retryInfo, type ErrorDetail } from '../../support/gemini/errors';

const CODE_ASSIST = { domain: 'cloudcode-pa.googleapis.com' };
const PER_MINUTE = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';

describe('Failures', () => {
  const failure = (status: number, message: string | undefined, ...details: readonly ErrorDetail[]) => {
    const body = errorBody(status, {
      ...(message !== undefined && { message }),
      ...(details.length > 0 && { details }),
    });
    return failureOf(new HttpError(status, JSON.stringify(body)), new AbortController().signal);
  };
  const summary = (...args: Parameters<typeof failure>) => {
    const { kind, retryAfterMs } = failure(...args);
    return retryAfterMs === undefined ? kind : `${kind} ${retryAfterMs}`;
  };

  // In the order in which the service's words are to be read: each row also has what a later rule would take.
  const rows: [string, string, ...Parameters<typeof failure>][] = [
    ['a model that is unknown', 'notFound', 404, undefined],
    ['a quota of none', 'quota', 429, 'Quota exceeded, limit: 0, model: x'],
    ['a quota of none, with a delay', 'quota 5000', 429, 'limit: 0. Please retry in 5s.', retryInfo('5s')],
    ['a delay in words', 'rateLimit 34075', 429, 'Please retry in 34.0748s.'],
    ['a delay in milliseconds', 'rateLimit 450', 429, 'Please retry in 450ms.'],
    ['a long delay in words', 'quota 301000', 429, 'Please retry in 301s.'],
    [
      'capacity in words alone',
      'quota 12000',
      429,
      'You have exhausted your capacity on this model. It will reset after 12s.',
    ],
    ['no details', 'rateLimit', 429, undefined],
    ['no details with a 503', 'overloaded', 503, undefined],
    ['a long delay of a service in trouble', 'overloaded 30000', 503, undefined, retryInfo('120s')],
    ['one of an hour', 'overloaded 30000', 503, 'Please retry in 1h.'],
    ['one with another number', 'overloaded 30000', 502, undefined, retryInfo('120s')],
    ['a short one', 'overloaded 9000', 503, undefined, retryInfo('9s')],
    ['a cancelled request', 'overloaded', 499, undefined],
    ['a quota of the day', 'quota', 429, undefined, quotaFailure(), retryInfo('34s')],
    ['one that says when it resets', 'quota 7200000', 429, undefined, quotaFailure(), retryInfo('7200s')],
    ['a full model', 'capacity', 429, undefined, errorInfo('MODEL_CAPACITY_EXHAUSTED')],
    [
      'a full model by its other name',
      'capacity 9000',
      503,
      undefined,
      errorInfo('MODEL_CAPACITY_EXCEEDED'),
      retryInfo('9s'),
    ],
    ['no credits', 'quota', 429, undefined, errorInfo('INSUFFICIENT_G1_CREDITS_BALANCE')],
    [
      'a rate of Code Assist',
      'rateLimit 12000',
      429,
      undefined,
      errorInfo('RATE_LIMIT_EXCEEDED', CODE_ASSIST),
      retryInfo('12s'),
    ],
    ['a long one', 'quota 400000', 429, undefined, errorInfo('RATE_LIMIT_EXCEEDED', CODE_ASSIST), retryInfo('400s')],
    ['one without a delay', 'quota', 429, undefined, errorInfo('RATE_LIMIT_EXCEEDED', CODE_ASSIST)],
    ['a quota of Code Assist', 'quota', 429, undefined, errorInfo('QUOTA_EXHAUSTED', CODE_ASSIST)],
    [
      'a quota that says when it resets',
      'quota 7384000',
      429,
      undefined,
      errorInfo('QUOTA_EXHAUSTED', { ...CODE_ASSIST, metadata: { quotaResetDelay: '2h3m4s' } }),
    ],
    ['a delay in the details', 'rateLimit 300000', 429, undefined, retryInfo('300s')],
    ['a long delay in the details', 'quota 300500', 429, undefined, retryInfo('300.5s')],
    ['a quota of the minute', 'rateLimit 60000', 429, undefined, quotaFailure(PER_MINUTE)],
    [
      'a limit of the minute',
      'rateLimit 60000',
      429,
      undefined,
      errorInfo('RATE_LIMIT_EXCEEDED', { metadata: { quota_limit: 'RequestsPerMinute' } }),
    ],
    ['capacity in words', 'quota', 429, 'Capacity exceeded.', help()],
    ['details that say nothing', 'rateLimit', 429, undefined, help()],
    ['a violation of the terms', 'suspended', 403, undefined, errorInfo('TOS_VIOLATION')],
    ['a plain refusal', 'forbidden', 403, undefined, errorInfo('VALIDATION_REQUIRED')],
  ];
  for (const [name, expected, ...args] of rows) {
    it(`tells what ${name} is`, () => assert.equal(summary(...args), expected));
  }

  const crooked: [string, string, string][] = [
    ['details that are no list', '{"error":{"message":"Please retry in 2s.","details":{"a":1}}}', 'rateLimit 2000'],
    ['details that are nothing', '{"error":{"details":[null,"s",{"reason":7},{"retryDelay":"2s"}]}}', 'rateLimit 2000'],
    [
      'a delay that is a number',
      '{"error":{"message":"Please retry in 2s.","details":[{"retryDelay":5}]}}',
      'rateLimit 2000',
    ],
    [
      'a message that is a number',
      '{"error":{"code":"429","message":5,"details":[{"retryDelay":"2s"}]}}',
      'rateLimit 2000',
    ],
    [
      'violations of no kind',
      '{"error":{"details":[{"violations":[null,{"quotaId":3}]},{"retryDelay":"2s"}]}}',
      'rateLimit 2000',
    ],
    ['commas between its pieces', ',\n[{"error":{"details":[{"retryDelay":"20s"},]}},\n,\n]', 'rateLimit 20000'],
  ];
  for (const [name, body, expected] of crooked) {
    it(`reads a body with ${name}`, () => {
      const { kind, retryAfterMs } = failureOf(new HttpError(429, body), new AbortController().signal);
      assert.equal(`${kind} ${retryAfterMs}`, expected);
    });
  }

  it('passes on where to verify an account, if that is at Google', () => {
    const validation = (...details: readonly ErrorDetail[]) =>
      failure(403, undefined, errorInfo('VALIDATION_REQUIRED', CODE_ASSIST), ...details);
    const google = 'https://accounts.google.com/verify';
    assert.equal(validation(help(google, 'Verify')).kind, 'validation');
    assert.equal(validation(help(), help(google, 'Verify')).link, google);
    const link = (validation_link: string) =>
      failure(403, undefined, errorInfo('VALIDATION_REQUIRED', { ...CODE_ASSIST, metadata: { validation_link } })).link;
    assert.equal(link(google), google);
    for (const other of ['http://accounts.google.com/', 'https://google.com.example.org/', 'javascript:1', 'nothing']) {
      assert.equal(link(other), undefined, other);
    }
  });

  it('tells a broken connection from a certificate that is not trusted', () => {
    const connection = (code: string) => {
      const cause = Object.assign(new Error(code), { code });
      return failureOf(new TypeError('fetch failed', { cause }), new AbortController().signal);
    };
    for (const code of ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EPROTO']) {
      assert.deepEqual([connection(code).kind, connection(code).isPermanent], ['network', undefined], code);
    }
    for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED']) {
      assert.deepEqual([connection(code).kind, connection(code).isPermanent], ['network', true], code);
    }
  });
});
