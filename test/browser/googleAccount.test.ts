import assert from 'node:assert/strict';
import { GoogleServer, SILENT } from '../support/gemini/googleServer';
import { Chat } from './support/chat';
import { eventually } from './support/eventually';
import { quickInput, quickInputRow } from './support/quickInput';
import { usePollux } from './support/usePollux';

/** A window with a Google account, whose service is this one. */
const signedIn = ({ url }: GoogleServer) => ({
  settings: { 'pollux.google.clientId': 'mine', 'pollux.google.redirectUri': 'https://pages.example.org/redirect' },
  env: { GOOGLE_GENAI_USE_GCA: 'true', GOOGLE_CLOUD_ACCESS_TOKEN: 'canary-token', CODE_ASSIST_ENDPOINT: url },
});

describe('a Google account of an organisation', () => {
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
  const window = usePollux(() => signedIn(google));
  after('stop it', () => google.close());

  it('has its quota beside each model in the picker', async () => {
    const { command, openPanel, page } = window();
    await openPanel();
    await command('Pollux: Select Model');
    await quickInputRow(page, /gemini-3\.8-flash/)
      .getByText('72 % left')
      .waitFor();
    assert.equal(google.to('/v1internal:onboardUser').length, 0);
    await page.keyboard.press('Escape');
  });

  it('turns off what it does not allow with the first prompt, and says so', async () => {
    const { command, page, picture } = window();
    await window().openPanel();
    await new Chat(window()).send('Hello');
    const off = '“Run everything” and “Always allow”, extensions, skills';
    await page.locator('.notification-toast').getByText(`Your administrator has turned off: ${off}.`).waitFor();
    await picture('organisation');
    await command('Pollux: Select Mode');
    const modes = quickInput(page);
    await modes.getByRole('option', { name: /Run everything/ }).click();
    await page.locator('.notification-toast').getByText('Your administrator doesn’t allow this mode.').waitFor();
    assert.equal(google.to('/v1internal:fetchAdminControls').length, 1);
  });

  describe('whose service does not say what it allows', () => {
    before('be silent', async () => {
      google.requests.length = 0;
      google.on('/v1internal:fetchAdminControls', () => SILENT);
      await window().reload();
      await window().openPanel();
      await new Chat(window()).startAnew();
    });
    const said = () => new Chat(window()).turns('You').getByText('Hello there', { exact: true });

    it('shows the prompt at once, says what it waits for, and gives it back on Stop', async () => {
      const { picture } = window();
      await window().openPanel();
      const chat = new Chat(window());
      await chat.send('Hello there');
      await said().waitFor();
      await chat.status.getByText('Waiting for your organization’s rules…').waitFor();
      await picture('outgoing');
      await chat.button('Stop').click();
      await said().waitFor({ state: 'detached' });
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Hello there'));
      assert.equal(google.to('/v1internal:streamGenerateContent').length, 0);
    });

    it('sends it without what is not known to be allowed', async () => {
      const chat = new Chat(window());
      await chat.message.press('Enter');
      await chat.text('Done.').waitFor();
      assert.equal(await said().count(), 1);
      assert.equal(google.to('/v1internal:fetchAdminControls').length, 1);
    });
  });

  describe('signing in through a page', () => {
    const dialog = () => window().page.locator('.monaco-dialog-box');
    const said = (text: string) => window().page.locator('.notification-toast').getByText(text);

    /** What stands for Google and for the page, neither of which is asked: each sends the browser on. */
    const sendOn = async (address: string, next: (from: URL) => string) =>
      window()
        .page.context()
        .route(address, async route => {
          const to = JSON.stringify(next(new URL(route.request().url())));
          await route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${to})</script>` });
        });

    before('stand for Google and the page', async () => {
      await sendOn('https://accounts.google.com/**', ({ searchParams: asked }) => {
        const answer = new URL(asked.get('redirect_uri') ?? '');
        answer.search = String(new URLSearchParams({ state: asked.get('state') ?? '', error: 'access_denied' }));
        return answer.href;
      });
      await sendOn('https://pages.example.org/**', ({ searchParams: got }) => {
        const to = new URL(decodeURIComponent(got.get('state') ?? ''));
        to.searchParams.set('error', got.get('error') ?? '');
        return to.href;
      });
    });

    it('gets back into the editor, in a browser as well, with what Google answered', async () => {
      const { command, page } = window();
      await command('Pollux: Sign In with Google');
      await page
        .getByText(/paste the address of the last page/)
        .first()
        .waitFor();
      await dialog().getByRole('button', { name: 'Open', exact: true }).click();
      await said('Google didn’t sign you in (access_denied).').waitFor();
    });

    it('is named by the diagnosis', async () => {
      const { command, page } = window();
      await command('Pollux: Diagnose Sign-In');
      await dialog()
        .getByText(/Return from the browser: https:\/\/pages\.example\.org\/redirect → /)
        .waitFor();
      await page.keyboard.press('Escape');
    });
  });
});
