// Names of server tools: for the model, for rules, and in earlier versions of Gemini CLI.

/** The service allows 64 characters; names stay below that. */
const MAX_LENGTH = 63;
const HALF = 30;

/** The name that the model sees, such as `mcp_notes_add`. */
function modelName(server: string, tool: string): string {
  return shortened(plain(`mcp_${server}_${tool}`));
}

/** An earlier name of the same tool that models know, such as `notes__add`. */
function formerName(server: string, tool: string): string {
  return shortened(plain(`${server}__${tool}`));
}

/** Gives each tool a unique, stable name. */
export class ToolNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  /** `former` is undefined if it is already the name of another tool. */
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

/** Only the characters that the service allows in a name; dots and colons only work with some models. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_.:-]/g, '_').replace(/^[^A-Za-z_]/, '_');
}

function shortened(name: string): string {
  return name.length <= MAX_LENGTH ? name : `${name.slice(0, HALF)}...${name.slice(-HALF)}`;
}
