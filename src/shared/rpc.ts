import type { ChatHost, ToHost, ToView } from './protocol';
import { messageOf } from './messageOf';

type Method = keyof ChatHost;

/**
 * The view's side: a `ChatHost` that posts its calls, each with the id of the chat that is shown. A call rejects with
 * the host's error; `close` rejects all open calls. `receive` takes the host's replies.
 */
export function connectHost(methods: readonly Method[], post: (message: ToHost) => void, chat: () => string) {
  let last = 0;
  const open = new Map<number, { resolve(): void; reject(error: Error): void }>();
  const call = (method: Method, args: readonly unknown[]) =>
    new Promise<void>((resolve, reject) => {
      open.set(++last, { resolve, reject });
      post({ call: last, chat: chat(), method, args });
    });
  const host = Object.fromEntries(
    methods.map(method => [method, (...args: unknown[]) => call(method, args)]),
  ) as unknown as ChatHost;
  return {
    host,
    receive({ reply, error }: Extract<ToView, { reply: number }>) {
      const waiting = open.get(reply);
      open.delete(reply);
      if (error === undefined) waiting?.resolve();
      else waiting?.reject(new Error(error));
    },
    close() {
      for (const waiting of open.values()) waiting.reject(new Error('The panel was closed.'));
      open.clear();
    },
  };
}

/**
 * The host's side: makes the call on the host that `hostOf` returns for the chat that the view showed, and posts one
 * reply. Malformed messages are ignored, and unknown methods get an error as their reply.
 */
export async function answer(
  hostOf: (chat: string) => ChatHost,
  message: unknown,
  post: (message: ToView) => void,
): Promise<void> {
  if (!isToHost(message)) return;
  const { call, chat, method, args } = message;
  try {
    const host = hostOf(chat);
    // Own properties only: an inherited name such as `constructor` is not a method of the host.
    if (!Object.hasOwn(host, method)) throw new Error(`Unknown method: ${method}`);
    const methods = host as unknown as Readonly<Record<string, (...args: readonly unknown[]) => Promise<void>>>;
    await methods[method]?.(...args);
    post({ reply: call });
  } catch (error) {
    post({ reply: call, error: messageOf(error) });
  }
}

function isToHost(message: unknown): message is ToHost {
  if (typeof message !== 'object' || message === null) return false;
  const { call, chat, method, args } = message as Partial<ToHost>;
  return typeof call === 'number' && typeof chat === 'string' && typeof method === 'string' && Array.isArray(args);
}
