import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../support/vscode/paths';
import { start } from '../support/vscode/processes';

/** What the model's process says. Times are milliseconds since the epoch. */
export type ModelMessage =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'streaming' }
  | { readonly type: 'streamed'; readonly firstAt: number; readonly lastAt: number; readonly rate: number };

type MessageOf<T extends ModelMessage['type']> = Extract<ModelMessage, { type: T }>;

/** The loopback model of `modelServer.ts`. */
export interface ModelProcess {
  readonly url: string;
  /** The next message of that type. */
  next<T extends ModelMessage['type']>(type: T): Promise<MessageOf<T>>;
  stop(): Promise<void>;
}

export async function startModel(): Promise<ModelProcess> {
  const { child, stop } = start(process.execPath, ['--import', 'tsx', join(root, 'test/bench/modelServer.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The model's process ended with ${String(code)}`);
  });
  ended.catch(() => undefined); // of interest only to who waits for a message
  const next = <T extends ModelMessage['type']>(type: T): Promise<MessageOf<T>> => {
    const told = new Promise<MessageOf<T>>(resolve => {
      const listen = (message: unknown) => {
        if ((message as ModelMessage).type !== type) return;
        child.off('message', listen);
        resolve(message as MessageOf<T>);
      };
      child.on('message', listen);
    });
    return Promise.race([told, ended]);
  };
  const { url } = await next('listening');
  return { url, next, stop };
}
