import type { DemoServer } from './demoServer';

/** The demo model; its server starts when it is first needed and stops with the extension. */
export class DemoModel {
  #server: Promise<DemoServer> | undefined;
  #url: string | undefined;
  isOn: boolean;

  constructor({ isOn }: { isOn: boolean }) {
    this.isOn = isOn;
  }

  /** The base URL of the demo's server; undefined before it has started. */
  get url(): string | undefined {
    return this.#url;
  }

  async start(): Promise<DemoServer> {
    this.#server ??= import('./demoServer').then(({ startDemoServer }) => startDemoServer());
    const server = await this.#server;
    this.#url = server.url;
    return server;
  }

  dispose(): void {
    void this.#server?.then(server => server.close());
    this.#server = undefined;
  }
}
