import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

const SECRET = 'q8Hs02LmvT5yPw6ZrK1xNd4B';

describe('pollux, headless, on the network', () => {
  const at = HeadlessPlace.use();
  const env = (more: Readonly<Record<string, string>> = {}) => at.with({ GEMINI_API_KEY: 'good', ...more });

  it('reaches no host that an administrator does not allow, whatever the user sets', async () => {
    const admin = (hosts: string) => JSON.stringify({ admin: { network: { allowedHosts: [hosts] } } });
    await at.scratch.put('system/settings.json', admin('*.googleapis.com'));
    await at.user({ admin: { network: { allowedHosts: ['127.0.0.1'] } } });
    const { code, err } = await runCommand(['-p', 'Hi'], env({ POLLUX_NETWORK_ALLOWED_HOSTS: '127.0.0.1' }));
    assert.deepEqual([code === 0, at.server.requests.length], [false, 0]);
    assert.match(err, /Your administrator doesn’t let Pollux reach 127\.0\.0\.1:\d+ .*admin\.network\.allowedHosts/);
  });

  it('reaches the hosts of its variable alone', async () => {
    at.server.reply(text('Hello'));
    const allowed = await runCommand(['-p', 'Hi'], env({ POLLUX_NETWORK_ALLOWED_HOSTS: 'a.example, 127.0.0.1' }));
    assert.deepEqual([allowed.code, allowed.out], [0, 'Hello\n']);
    const refused = await runCommand(['-p', 'Hi'], env({ POLLUX_NETWORK_ALLOWED_HOSTS: 'a.example' }));
    assert.match(refused.err, /POLLUX_NETWORK_ALLOWED_HOSTS/);
    assert.equal(at.server.requests.length, 1);
  });

  it('sends no secret of the folder that a tool has read, and says whose it is', async () => {
    await at.scratch.put('home/work/.env', `DB_PASSWORD=${SECRET}\n`);
    await at.scratch.put('home/work/config.js', `connect('${Buffer.from(SECRET).toString('base64')}')\n`);
    at.server.reply(call('read_file', { file_path: 'config.js' }));
    const { code, err, out } = await runCommand(['-p', 'Read config.js'], env());
    assert.deepEqual([code === 0, at.server.requests.length], [false, 1]);
    assert.match(err, /the value of DB_PASSWORD in \.env/);
    assert.doesNotMatch(err + out, new RegExp(SECRET));
  });

  it('sends the rest where secrets are to be left out', async () => {
    await at.scratch.put('home/work/.env', `DB_PASSWORD=${SECRET}\n`);
    at.server.reply(text('Hello'));
    const redacting = env({ POLLUX_NETWORK_SECRETS: 'redact' });
    const { code } = await runCommand(['-p', `Why is ${SECRET} refused?`], redacting);
    assert.equal(code, 0);
    const sent = JSON.stringify(at.server.requests[0]?.contents);
    assert.match(sent, /Why is \[redacted: DB_PASSWORD\] refused\?/);
  });
});
