import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { GoogleServer, SILENT } from '../support/gemini/googleServer';
import { useLive } from './support/useLive';

describe('A Google account of an organisation', () => {
  let google: GoogleServer;
  const done = { response: { candidates: [{ content: { parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] } };

  before('start what stands for Google', async () => {
    google = await new GoogleServer().listen();
    google
      .on('/v1internal:loadCodeAssist', { currentTier: { id: 'standard-tier' }, cloudaicompanionProject: 'theirs' })
      .on('/v1internal:listExperiments', { flags: [{ flagId: 45752213, boolValue: true }] })
      .on('/v1internal:fetchAdminControls', { adminControlsApplicable: true, mcpSetting: { mcpEnabled: true } })
      .on('/v1internal:retrieveUserQuota', {
        buckets: [{ modelId: 'gemini-3.8-flash', remainingFraction: 0.725 }],
      })
      .on('/v1internal:streamGenerateContent', () => ({ body: [done] }));
  });
  after('stop it', () => google.close());
  const signedIn = () => ({
    settings: { 'google.clientId': 'mine', 'google.redirectUri': 'https://pages.example.org/redirect' },
    env: { GOOGLE_GENAI_USE_GCA: 'true', GOOGLE_CLOUD_ACCESS_TOKEN: 'canary-token', CODE_ASSIST_ENDPOINT: google.url },
  });

  describe('whose service says what it allows', () => {
    const window = useLive(signedIn);

    it('has its quota beside each model in the picker', async () => {
      const { ui } = window();
      const run = window().command('Select Model');
      const list = await ui.list();
      await ui.until('the quota', () => list.rows.some(row => /gemini-3\.8-flash.*72 % left/.test(row)));
      assert.equal(google.to('/v1internal:onboardUser').length, 0);
      list.hide();
      await run;
    });

    it('turns off what it does not allow with the first prompt, and says so', async () => {
      const live = window();
      await live.ask('Hello');
      const off = '“Run everything” and “Always allow”, extensions, skills';
      (await live.ui.message(`Your administrator has turned off: ${off}.`)).press();
      const run = live.command('Select Mode');
      (await live.ui.list()).pick(/^Run everything/);
      (await live.ui.message('Your administrator doesn’t allow this mode.')).press();
      await run;
      assert.equal(live.panel.settings?.mode, 'default');
      assert.equal(google.to('/v1internal:fetchAdminControls').length, 1);
    });

    it('comes back from the browser with what Google answered', async () => {
      const { ui } = window();
      const run = window().command('Sign In with Google');
      const page = new URL(await ui.until('a page in the browser', () => ui.opened.shift()));
      assert.equal(page.searchParams.get('redirect_uri'), 'https://pages.example.org/redirect');
      await ui.until('a place for an address', () =>
        ui.inputs.at(-1)?.prompt?.includes('paste the address of the last page'),
      );
      // The page sends the browser on to the editor, which hands what is left of the address to the extension.
      const editor = new URL(decodeURIComponent(page.searchParams.get('state') ?? ''));
      const nonce = new URLSearchParams(editor.searchParams.get('vscode-query') ?? editor.search).get('nonce');
      assert.match(nonce ?? '', /^[0-9a-f]{64}$/);
      const { uriScheme } = vscode.env;
      const back = `${uriScheme}://pollux-dev.pollux/auth?nonce=${nonce}&error=access_denied`;
      void ui.uriHandler?.handleUri(vscode.Uri.parse(back));
      (await ui.message(/^Google didn’t sign you in \(access_denied\)\.$/)).press();
      await run;
    });

    it('is named by the diagnosis', async () => {
      const run = window().command('Diagnose Sign-In');
      const { detail, press } = await window().ui.message('Sign-in diagnosis');
      assert.match(detail, /Return from the browser: https:\/\/pages\.example\.org\/redirect → /);
      press();
      await run;
    });
  });

  describe('whose service does not say what it allows', () => {
    before('be silent', () => {
      google.requests.length = 0;
      google.on('/v1internal:fetchAdminControls', () => SILENT);
    });
    const window = useLive(signedIn);

    it('shows the prompt at once, says what it waits for, and gives it back on Stop', async () => {
      const live = window();
      const sending = live.host.submit('Hello there');
      const { outgoing } = await live.ui.until('a prompt that is held', () => {
        const { settings } = live.panel;
        return settings?.outgoing?.isHeld && settings;
      });
      assert.deepEqual(outgoing, { text: 'Hello there', isHeld: true });
      await live.host.stop();
      await sending;
      await live.ui.until('the prompt in the box', () => live.panel.compose.includes('Hello there'));
      assert.equal(live.panel.settings?.outgoing, undefined);
      assert.equal(google.to('/v1internal:streamGenerateContent').length, 0);
    });

    it('sends it without what is not known to be allowed', async () => {
      const live = window();
      await live.ask('Hello there');
      assert.deepEqual([live.said('user'), live.said('assistant')], [['Hello there'], ['Done.']]);
      assert.equal(google.to('/v1internal:fetchAdminControls').length, 1);
    });
  });
});
