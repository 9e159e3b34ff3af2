import { cp, mkdir } from 'node:fs/promises';
import { root } from './paths';
import { run } from './processes';
import { join } from 'node:path';

/** Copies the sample workspace into a folder, as a git repository with everything committed. */
export async function copySample(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'test', 'support', 'sample'), folder, { recursive: true });
  const git = (...args: string[]) => run('git', args, { cwd: folder });
  const author = ['-c', 'user.name=Pollux', '-c', 'user.email=pollux@example.com', '-c', 'commit.gpgSign=false'];
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git(...author, 'commit', '--quiet', '--message=Sample');
}
