// Required by a process before its own code: writes the names of all files that it has loaded into the file LOADED_FILES.
const { writeFileSync } = require('node:fs');
const file = process.env.LOADED_FILES;
process.once('exit', () => writeFileSync(file, JSON.stringify(Object.keys(require.cache))));
