const EVERY_MS = 5;

/**
 * Measures how long the event loop is held at a time. Time in which the machine ran something else does not count: a
 * block is no longer than what this process used of the processor meanwhile.
 */
export function watchLoop(): { end(): { readonly max: number; readonly p99: number } } {
  const blocks: number[] = [];
  let [at, cpu] = [performance.now(), process.cpuUsage()];
  const measure = () => {
    const [now, used] = [performance.now(), process.cpuUsage(cpu)];
    blocks.push(Math.min(Math.max(0, now - at - EVERY_MS), (used.user + used.system) / 1000));
    [at, cpu] = [now, process.cpuUsage()];
  };
  const timer = setInterval(measure, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      measure();
      blocks.sort((a, b) => a - b);
      return { max: blocks.at(-1) ?? 0, p99: blocks[Math.floor((blocks.length - 1) * 0.99)] ?? 0 };
    },
  };
}

/** What `work` takes of the processor, whatever else the machine does meanwhile. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
