// Explains why a request got no response: a host was not found, not reachable or not trusted, possibly because of a
// proxy.
import * as l10n from '@vscode/l10n';
import type { ModelFailure } from '../agent/ports/model';
import { ProxyError } from '../shared/errors';
import type { NamedProxy } from '../shared/namedProxy';
import { ConnectionError } from './apiError';

/** Returns the proxy for an address, if known; may throw if the configured proxy address is invalid. */
export type ProxyLookup = (url: URL) => NamedProxy | undefined;

type Fault = 'notFound' | 'refused' | 'unreachable' | 'proxy' | 'untrusted' | 'broken';

/** By the error codes of Node, of its `fetch`, and of the browser that some editors use for requests. */
const FAULTS: Readonly<Record<string, Fault>> = {
  ENOTFOUND: 'notFound',
  EAI_AGAIN: 'notFound',
  ERR_NAME_NOT_RESOLVED: 'notFound',
  ECONNREFUSED: 'refused',
  ERR_CONNECTION_REFUSED: 'refused',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ERR_CONNECTION_TIMED_OUT: 'unreachable',
  ERR_ADDRESS_UNREACHABLE: 'unreachable',
  ERR_INTERNET_DISCONNECTED: 'unreachable',
  ERR_PROXY_CONNECTION_FAILED: 'proxy',
  ERR_TUNNEL_CONNECTION_FAILED: 'proxy',
};

/** Longer messages contain nothing useful beyond this many characters. */
const MAX_DETAIL = 2000;

/** `fetch` rejects with a generic TypeError; the reasons are in its chain of causes. */
export function failureOfConnection(error: unknown, proxyFor?: ProxyLookup): ModelFailure {
  const causes = causesOf(error);
  const blocking = causes.find(each => each instanceof ProxyError);
  if (blocking) return failureOfProxy(blocking, faultOf(causesOf(blocking.cause)), detailOf([blocking.cause]));
  const unanswered = causes.find(each => each instanceof ConnectionError);
  const asked = unanswered?.url;
  const fault = faultOf(causes);
  const proxy = asked && blamedProxy(asked, fault, causes, proxyFor);
  if (proxy) return failureOfProxy(proxy, fault, detailOf(causes));
  const host = lookedUp(causes) ?? asked?.host;
  const said = [sentenceFor(fault, host)];
  if (fault !== 'broken' && unanswered?.addressFrom !== undefined && isHostOf(host, unanswered.url)) {
    said.push(l10n.t('This address is set by {0}.', unanswered.addressFrom));
  }
  const between = fault === 'untrusted' && asked ? known(asked, proxyFor) : undefined;
  if (between) said.push(l10n.t('Requests go through the proxy {0}, set by {1}.', between.url.host, between.from));
  const failure: ModelFailure = {
    kind: 'network',
    message: said.join(' '),
    detail: detailOf(causes),
  };
  return fault === 'untrusted' ? { ...failure, isPermanent: true } : failure;
}

function sentenceFor(fault: Fault, host: string | undefined): string {
  switch (fault) {
    case 'notFound':
      if (host === undefined) return l10n.t('The address of the Gemini service wasn’t found.');
      return l10n.t('The host {0} wasn’t found. Check the network, and the address.', host);
    case 'refused':
      if (host === undefined) return l10n.t('The Gemini service refused the connection.');
      return l10n.t('The host {0} refused the connection.', host);
    case 'unreachable':
      if (host === undefined) return l10n.t('The Gemini service couldn’t be reached.');
      return l10n.t('The host {0} couldn’t be reached.', host);
    case 'proxy':
      return l10n.t('The proxy for {0} couldn’t be reached.', host ?? '');
    case 'untrusted':
      return l10n.t(
        'The certificate of {0}, or of a proxy in front of it, isn’t trusted. If it should be, set NODE_EXTRA_CA_CERTS to a file with the certificate authority.',
        host ?? l10n.t('the Gemini service'),
      );
    case 'broken':
      return l10n.t('The connection to the Gemini service broke.');
    default:
      return fault satisfies never;
  }
}

function isHostOf(host: string | undefined, { host: full, hostname }: URL): boolean {
  return host === full || host === hostname;
}

type Blamed = Pick<ProxyError, 'proxy' | 'target' | 'status' | 'from'>;

/**
 * The proxy responsible for the failure, if any: with a proxy, names are only resolved and hosts only contacted
 * through it.
 */
function blamedProxy(
  asked: URL,
  fault: Fault,
  causes: readonly unknown[],
  proxyFor: ProxyLookup | undefined,
): Blamed | undefined {
  const proxy = known(asked, proxyFor);
  if (!proxy) return undefined;
  const status = refusedTunnel(causes);
  if (status === undefined && (fault === 'broken' || fault === 'untrusted')) return undefined;
  // The editor may have bypassed its proxy.
  if (lookedUp(causes) === asked.hostname) return undefined;
  return { proxy: proxy.url.host, target: asked.host, status, from: proxy.from };
}

function known(asked: URL, proxyFor: ProxyLookup | undefined): NamedProxy | undefined {
  try {
    return proxyFor?.(asked);
  } catch {
    return undefined; // the proxy's address is invalid, which is reported where settings are read
  }
}

/** A proxy that requires a password will require it next time too, so such failures are permanent. */
function failureOfProxy({ proxy, target, status, from }: Blamed, fault: Fault, detail: string): ModelFailure {
  const isPermanent = status !== undefined && status < 500;
  const said = [proxySentence(proxy, target, status, fault)];
  if (from !== undefined) said.push(l10n.t('This proxy is set by {0}.', from));
  return {
    kind: 'network',
    message: said.join(' '),
    ...(status !== undefined && { status }),
    ...(isPermanent && { isPermanent }),
    ...(detail !== '' && { detail }),
  };
}

function proxySentence(proxy: string, target: string, status: number | undefined, fault: Fault): string {
  if (status === 407) {
    return l10n.t('The proxy {0} requires a user name and password to connect to {1} (407).', proxy, target);
  }
  if (status !== undefined) return l10n.t('The proxy {0} doesn’t connect to {1} ({2}).', proxy, target, status);
  if (fault === 'notFound') return l10n.t('The proxy {0} (for {1}) wasn’t found.', proxy, target);
  if (fault === 'refused') return l10n.t('The proxy {0} (for {1}) refused the connection.', proxy, target);
  return l10n.t('The proxy {0} (for {1}) couldn’t be reached.', proxy, target);
}

/** The HTTP status with which a proxy refused the tunnel; undefined if it didn't. */
function refusedTunnel(causes: readonly unknown[]): number | undefined {
  for (const each of causes) {
    const status = each instanceof Error ? /^Proxy response \((\d{3})\)/.exec(each.message)?.[1] : undefined;
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

/** An error, its cause, the cause's cause, and so on. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (
    let each = error;
    each !== undefined && causes.length < 5;
    each = each instanceof Error ? each.cause : undefined
  ) {
    causes.push(each);
  }
  return causes;
}

/** The messages of the causes, without user names and passwords in addresses. */
function detailOf(causes: readonly unknown[]): string {
  const told = causes.flatMap(each =>
    each instanceof ConnectionError ? [each.url.host] : each instanceof Error ? [each.message] : [],
  );
  const text = told.join(': ').slice(0, MAX_DETAIL);
  return text.replace(/[^\s/@"'()]+@(?=[\w[])/g, '');
}

function faultOf(causes: readonly unknown[]): Fault {
  const code = causes.map(codeOf).find(each => each !== undefined);
  if (code === undefined) return 'broken';
  // Retrying doesn't help with a certificate, but it does with a record that was garbled in transit.
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME_INVALID/.test(code)) return 'untrusted';
  return FAULTS[code] ?? 'broken';
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const ofBrowser = error instanceof Error ? /^net::(ERR_[A-Z_]+)/.exec(error.message)?.[1] : undefined;
  if (ofBrowser !== undefined) return ofBrowser;
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : undefined;
}

/** The host name that couldn't be resolved. */
function lookedUp(causes: readonly unknown[]): string | undefined {
  for (const each of causes) {
    if (typeof each !== 'object' || each === null || !('hostname' in each)) continue;
    if (typeof each.hostname === 'string' && each.hostname !== '') return each.hostname;
  }
  return undefined;
}
