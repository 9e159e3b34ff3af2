// A process of its own that edits one line of a file while others edit other lines: home, file, name of the line, how
// many edits. Prints how many were reported done, and `lost` for each that was not there any more.
import { dirname } from 'node:path';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../src/node/files/diskWorkspace';
import { createFileLocks, lockFolders } from '../../src/node/files/fileLocks';
import { lockedWriter } from '../../src/agent/calls/lockedWriter';

import { editLine } from './editLine';

const [home = '', file = '', name = '', count = '0'] = process.argv.slice(2);
const workspace = createDiskWorkspace({ folders: [dirname(file)] });
const writer = lockedWriter(createDiskFileWriter(workspace), createFileLocks({ folders: lockFolders(home) }));
void editLine(writer, file, name, Number(count)).then(lost => console.log(lost));
