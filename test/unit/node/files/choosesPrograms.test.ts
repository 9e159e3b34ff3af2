import assert from 'node:assert/strict';
import { choosesPrograms } from '../../../../src/node/files/choosesPrograms';
import { Scratch } from '../../../support/scratch';
import { testPolicy } from '../../../support/testPolicy';
import { createCommandDisk } from '../../../../src/node/commandDisk';

describe('Programs that a version manager would start', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());

  const inside = (folder: string) => choosesPrograms(scratch.absolute(folder), [scratch.absolute('work')]);

  it('are chosen by files of the workspace that name their place', async () => {
    const naming: Readonly<Record<string, string>> = {
      '.tool-versions': 'nodejs 22.1.0\njq path:./evil\n',
      'mise.toml': '[tools]\nnode = "path:./evil"\n',
      '.mise/config.toml': '[tools]\nnode = { path = "./evil" }\n',
      '.prototools': '[plugins]\nnode = "file://./evil.wasm"\n',
    };
    for (const [file, text] of Object.entries(naming)) {
      const own = await Scratch.make();
      await own.put(`work/${file}`, text);
      await own.put('work/src/deep/a.txt', '');
      for (const folder of ['work', 'work/src/deep'])
        assert.equal(await choosesPrograms(own.absolute(folder), [own.absolute('work')]), true, `${file} in ${folder}`);
      await own.close();
    }
  });

  it('are not chosen by versions, comments, other folders or the files above the workspace', async () => {
    await scratch.put('work/.tool-versions', '# path: see https://asdf-vm.com\nnodejs 22.1.0 system\n');
    await scratch.put('work/mise.toml', '[tools]\nnode = "22"\n[env]\n_.file = ".env"\n');
    await scratch.put('work/other/.tool-versions', 'jq path:./evil\n');
    await scratch.put('.tool-versions', 'jq path:/opt/jq\n');
    await scratch.put('work/src/a.txt', '');
    for (const folder of ['work', 'work/src', 'work/missing']) assert.equal(await inside(folder), false, folder);
    assert.equal(await inside('work/other'), true);
  });

  it('count as chosen by a file that is too long', async () => {
    await scratch.put('work/.tool-versions', 'a\n'.repeat(40_000));
    assert.equal(await inside('work'), true);
  });

  it('are not started without a question', async () => {
    await scratch.put('work/sub/.tool-versions', 'jq path:./evil\n');
    await scratch.put('work/sub/d.json', '{}');
    const policy = testPolicy({ ...createCommandDisk(), folders: () => [scratch.absolute('work')] });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: scratch.absolute('work') } as const;
      return (await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    assert.equal(await decide('jq . sub/d.json'), 'allow');
    assert.equal(await decide('cd sub && jq . d.json'), 'ask');
  });
});
