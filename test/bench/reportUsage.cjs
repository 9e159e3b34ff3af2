// Loaded before a program that is measured: tells the CPU in ms and the most memory in kB that it has used, when it ends.
const { writeSync } = require('node:fs');

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, `${(userCPUTime + systemCPUTime) / 1000} ${maxRSS}`);
});
