import type * as genai from '@google/genai';
import type { GoogleGenAI, GoogleGenAIOptions, HttpOptions } from '@google/genai';
import type { Egress } from '../agent/ports/egress';
import type { GenaiAccess } from './access';
import { fetchAs, fetchNaming, fetchOrThrow, fetchWithHeader, fetchWithoutKey, NO_KEY } from './authorizedFetch';
import { ContentsJson } from './contentsJson';
import { toApiRequest, toContents, type ApiChunk } from './convert';
import { loadSdk } from './sdk';
import { StreamRequests } from './streamRequests';
import { useOf, type ModelWire } from './wire';

/** Opens the Gemini API or Vertex AI, through Google's SDK. */
export function createGenaiWires(userAgent: string, egress: Egress): (access: GenaiAccess) => Promise<ModelWire> {
  let sdk: typeof genai | undefined;
  let last: Opened | undefined;
  const openFor = async (access: GenaiAccess): Promise<Opened> => {
    // Not each time: a bundled `import()` copies everything that the module exports.
    sdk ??= await loadSdk();
    const options = { ...optionsFor(access), httpOptions: httpOptionsFor(access, userAgent) };
    const same = JSON.stringify(options);
    if (last?.options === same) return last;
    const client = new sdk.GoogleGenAI(options);
    return (last = { options: same, client, requests: new StreamRequests(client, contents) });
  };
  const contents = new ContentsJson();
  return async access => openGenaiWire(await openFor(access), access, egress);
}

interface Opened {
  readonly options: string;
  readonly client: GoogleGenAI;
  readonly requests: StreamRequests;
}

function httpOptionsFor(access: GenaiAccess, userAgent: string): HttpOptions {
  const baseUrl = access.baseUrl ?? regionalUrl(access);
  return { headers: { ...access.headers, 'User-Agent': userAgent }, ...(baseUrl !== undefined && { baseUrl }) };
}

function openGenaiWire({ client, requests }: Opened, access: GenaiAccess, egress: Egress): ModelWire {
  const sendFor = (promptId?: string) =>
    fetchNaming(access.addressFrom, fetchFor(access, egress.fetchFor(useOf(promptId))));
  const sending = (signal: AbortSignal, promptId?: string) => ({
    abortSignal: signal,
    httpOptions: { fetch: sendFor(promptId) },
  });
  return {
    stream: (request, signal) => requests.open(sendFor(request.promptId), request, signal),
    async generate(request, signal) {
      const { config, ...rest } = toApiRequest(request);
      const sent = sending(signal, request.promptId);
      const answer = await client.models.generateContent({ ...rest, config: { ...config, ...sent } });
      return answer as unknown as ApiChunk; // the same JSON; the SDK types its strings as enums
    },
    async countTokens({ messages, model }, signal) {
      const config = sending(signal);
      const { totalTokens } = await client.models.countTokens({ model, contents: toContents(messages, model), config });
      return totalTokens ?? 0;
    },
    async embed(texts, model, signal) {
      const config = sending(signal);
      const { embeddings } = await client.models.embedContent({ model, contents: [...texts], config });
      return (embeddings ?? []).map(({ values }) => values ?? []);
    },
    unwrap: event => event,
  };
}

/** Sets every option explicitly; otherwise an environment variable could select another service. */
function optionsFor(access: GenaiAccess): GoogleGenAIOptions {
  const { apiVersion } = access;
  switch (access.via) {
    case 'apiKey':
      return { apiKey: access.apiKey, enterprise: false, apiVersion: apiVersion ?? 'v1beta' };
    case 'gateway':
      return { apiKey: NO_KEY, enterprise: false, apiVersion: apiVersion ?? 'v1beta' };
    case 'vertexKey':
      return { apiKey: access.apiKey, enterprise: true, apiVersion: apiVersion ?? 'v1beta1' };
    case 'vertexProject': {
      const { project, location } = access;
      const version = apiVersion ?? 'v1beta1';
      return { project, location, enterprise: true, apiVersion: version, googleAuthOptions: NO_AUTH };
    }
    default:
      return access satisfies never;
  }
}

/** Keeps the SDK from looking for credentials: `fetchAs` authorizes the requests. */
const NO_AUTH = { authClient: { getRequestHeaders: async () => new Headers() } } as unknown as NonNullable<
  GoogleGenAIOptions['googleAuthOptions']
>;

function fetchFor(access: GenaiAccess, fetch: Fetch): Fetch {
  if (access.via === 'gateway') return fetchWithoutKey(fetch);
  if (access.via === 'vertexProject') return fetchAs(fetch, access.tokens);
  const isBearer = access.via === 'apiKey' && access.isBearer === true;
  return isBearer ? fetchWithHeader(fetch, 'authorization', `Bearer ${access.apiKey}`) : fetchOrThrow(fetch);
}

type Fetch = typeof globalThis.fetch;

/** The two multi-region locations have addresses of their own. */
function regionalUrl(access: GenaiAccess): string | undefined {
  if (access.via !== 'vertexProject' || !/^(?:us|eu)$/.test(access.location)) return undefined;
  return `https://aiplatform.${access.location}.rep.googleapis.com`;
}
