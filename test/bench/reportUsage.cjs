// Loaded before a program that is measured: tells the CPU that it has used, when it ends.
const { writeSync } = require('node:fs');

process.once('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, String((userCPUTime + systemCPUTime) / 1000));
});
