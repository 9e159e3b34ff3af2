import assert from 'node:assert/strict';
import { windowCommands, type WindowCommandsOptions } from '../../src/extension/windowCommands';
import { contributes } from '../../package.json';

describe('commands', () => {
  it('has one for each that the manifest declares, and no other', () => {
    const kept: { dispose(): void }[] = [];
    const keep = (each: { dispose(): void }) => kept.push(each) && each;
    const nothing = { panel: { sending: {} }, models: {}, files: { restores: () => ({}) }, access: {}, mcp: {}, keep };
    const commands = windowCommands(nothing as unknown as WindowCommandsOptions);
    for (const each of kept) each.dispose();
    const declared = contributes.commands.map(({ command }) => command.replace('pollux.', ''));
    assert.deepEqual(Object.keys(commands).sort(), declared.sort());
  });
});
