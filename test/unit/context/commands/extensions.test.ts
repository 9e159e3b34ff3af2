import assert from 'node:assert/strict';
import { extensionsAction } from '../../../../src/context/commands/actions/extensions';

describe('/extensions', () => {
  const typed = async (args: string) => {
    const find = async () => ({ extensions: [], problems: [] });
    const action = extensionsAction({ find, refresh: () => undefined });
    const result = await action(args);
    if (result.kind === 'notice') return result.text;
    return result.kind === 'editorCommand' ? [result.command, ...(result.args ?? [])] : result.kind;
  };

  it('hands on what was typed, blanks in a path included', async () => {
    assert.deepEqual(await typed('install my folder/acme'), [
      'pollux.installExtension',
      'my folder/acme',
      { isTyped: true },
    ]);
    assert.deepEqual(await typed('link acme'), ['pollux.installExtension', 'acme', { isTyped: true, isLink: true }]);
    assert.deepEqual(await typed('update'), ['pollux.updateExtension', undefined, { isTyped: true }]);
    assert.deepEqual(await typed('update --all'), ['pollux.updateAllExtensions', undefined, { isTyped: true }]);
  });

  it('takes the scope before and after the name, with an equals sign and without', async () => {
    const disabled = ['pollux.disableExtension', 'acme', { isTyped: true, scope: 'workspace' }];
    for (const args of ['acme --scope workspace', 'acme --scope=workspace', '--scope=workspace acme']) {
      assert.deepEqual(await typed(`disable ${args}`), disabled);
    }
    for (const args of ['acme --scope', 'acme --scope=session']) {
      await assert.rejects(typed(`disable ${args}`), /^Error: “--scope” must be user, workspace\.$/);
    }
  });

  it('takes a variable to configure behind the name', async () => {
    const configured = ['pollux.configureExtension', 'acme'];
    assert.deepEqual(await typed('config acme ACME_KEY'), [...configured, { isTyped: true, variable: 'ACME_KEY' }]);
    assert.deepEqual(await typed('config acme'), [...configured, { isTyped: true }]);
  });

  it('rejects what it does not know, so that the text typed is not lost', async () => {
    await assert.rejects(typed('dance'), /^Error: \/extensions takes list, reload, install, link, /);
  });
});
