import { readdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installVsCode } from '../support/vscode/install';
import { installExtension, packageExtension } from '../support/vscode/packageExtension';
import type { Metric } from './metric';
import { measurePanelOutput } from './panelOutput';
import { measureStart } from './panelStart';
import { measureStream } from './panelStream';
import type { Installed } from './window';

type Report = (...metrics: Metric[]) => void;

/** The packaged extension in a real VS Code: its size, its start, and long answers at 500 chunks a second. */
export async function measurePanel(report: Report): Promise<void> {
  const [vsCode, vsix] = await Promise.all([installVsCode(), packageExtension()]);
  const extensionsDir = join(tmpdir(), 'extensions');
  await installExtension(vsCode, vsix, extensionsDir);
  const installed = { vsCode, extensionsDir };
  const name = readdirSync(extensionsDir).find(each => each.startsWith('pollux-dev.pollux'))!;
  const dist = join(extensionsDir, name, 'dist');
  reportSizes(vsix, dist, report);
  await reportStart(installed, join(dist, 'genai.js'), report);
  await reportStreams(installed, report);
  await reportOutput(installed, report);
}

function reportSizes(vsix: string, dist: string, report: Report): void {
  const kilobytes = (file: string) => statSync(file).size / 1000;
  report(
    { name: 'size: extension.js', value: kilobytes(join(dist, 'extension.js')), unit: 'kB', limit: 400 },
    { name: 'size: webview.js', value: kilobytes(join(dist, 'webview.js')), unit: 'kB', limit: 700 },
    { name: 'size: .vsix', value: kilobytes(vsix) / 1000, unit: 'MB', limit: 5 },
  );
}

/** The SDK's file is taken away for the start: where that does no harm, it is not loaded. */
async function reportStart(installed: Installed, sdk: string, report: Report): Promise<void> {
  renameSync(sdk, `${sdk}.away`);
  const start = await measureStart(installed).finally(() => renameSync(`${sdk}.away`, sdk));
  report(
    { name: 'start: loading the code, without the SDK', value: start.loadMs, unit: 'ms' },
    { name: 'start: activate()', value: start.activateMs, unit: 'ms', limit: 50 },
    { name: 'start: click to a usable message box', value: start.openMs, unit: 'ms', limit: 600 },
  );
}

async function reportStreams(installed: Installed, report: Report): Promise<void> {
  const long = await measureStream(installed, 8000, 'watch');
  report(
    { name: 'stream 8000: rate that was sent', value: long.rate, unit: '/s' },
    { name: 'stream 8000: on the screen after the last chunk', value: long.lag, unit: 's', limit: 0.3 },
    { name: 'stream 8000: extension host, CPU', value: long.hostCpu, unit: 's', limit: 1.5 },
    { name: 'stream 8000:   of it, what VS Code does anyway', value: long.hostIdleCpu / long.hostCpu, unit: '×' },
    { name: 'stream 8000: renderers, CPU', value: long.rendererCpu, unit: 's', limit: 6 },
    { name: 'stream 8000: longest task of the panel', value: long.longestTaskMs, unit: 'ms', limit: 100 },
    { name: 'stream 8000: extension host, memory up', value: long.hostGrowthMb, unit: 'MB', limit: 60 },
  );
  const typed = await measureStream(installed, 8000, 'type');
  report(
    { name: 'stream 8000: posted to the panel', value: typed.postedMb, unit: 'MB', limit: 0.5 },
    { name: 'stream 8000: gap between two posts, 95th percentile', value: typed.postGapMs, unit: 'ms' },
    { name: 'stream 8000: a key answered, 95th percentile', value: typed.keyMs, unit: 'ms', limit: 50 },
  );
  const short = await measureStream(installed, 2000, 'watch');
  report(
    {
      name: 'stream 8000 against 2000: extension host, CPU',
      value: long.hostCpu / short.hostCpu,
      unit: '×',
      limit: 4.4,
    },
    {
      name: 'stream 8000 against 2000: renderers, CPU',
      value: long.rendererCpu / short.rendererCpu,
      unit: '×',
      limit: 4.4,
    },
  );
}

async function reportOutput(installed: Installed, report: Report): Promise<void> {
  const { growthMb, shownMs } = await measurePanelOutput(installed);
  report(
    { name: 'output: a gigabyte in the panel, more at the peak', value: growthMb, unit: 'MB', limit: 60 },
    { name: 'output:   then a reload, from the workbench to the chat', value: shownMs / 1000, unit: 's', limit: 2 },
  );
}
