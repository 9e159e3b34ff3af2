// A process of its own that lists the sessions of a folder and prints how many there are.
import { createSessionFiles } from '../../src/node/sessions/sessionFiles';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
void createSessionFiles(process.argv[2] ?? '', silent)
  .list()
  .then(all => console.log(all.length));
