// What tools of servers are called: by the model, by rules, and by earlier versions of Gemini CLI.

/** The service takes 64 characters. */
const MAX_LENGTH = 63;
const HALF = 30;

/** The name that the model sees, such as `mcp_notes_add`. */
export function modelName(server: string, tool: string): string {
  return shortened(plain(`mcp_${server}_${tool}`));
}

/** Another name that models know for the same tool, such as `notes__add`. */
export function formerName(server: string, tool: string): string {
  return shortened(plain(`${server}__${tool}`));
}

/** Gives each tool a name of its own, and always the same one. */
export class ToolNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  /** Undefined: the former name is that of another tool already. */
  namesOf(server: string, tool: string): { readonly name: string; readonly former: string | undefined } {
    const key = JSON.stringify([server, tool]);
    const name = this.#names.get(key) ?? this.#free(modelName(server, tool), key);
    this.#names.set(key, name);
    const former = formerName(server, tool);
    const owner = this.#taken.get(former);
    if (owner === undefined) this.#taken.set(former, key);
    return { name, former: owner === undefined || owner === key ? former : undefined };
  }

  #free(wanted: string, key: string): string {
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : `_${count}`;
      const name = `${wanted.slice(0, MAX_LENGTH - suffix.length)}${suffix}`;
      if (this.#taken.has(name)) continue;
      this.#taken.set(name, key);
      return name;
    }
  }
}

/** What the service takes in a name; a dot or a colon is taken by some of its models only. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_.:-]/g, '_').replace(/^[^A-Za-z_]/, '_');
}

function shortened(name: string): string {
  return name.length <= MAX_LENGTH ? name : `${name.slice(0, HALF)}...${name.slice(-HALF)}`;
}
