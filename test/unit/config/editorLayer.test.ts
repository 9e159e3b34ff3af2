import assert from 'node:assert/strict';
import { GEMINI_ROWS } from '../../../src/config/geminiSettings';
import { mergeSettings } from '../../../src/config/mergeSettings';
import { editorLayer, OPPOSITE_SETTINGS, SAME_SETTINGS, SETTING_ROWS } from '../../../src/config/settings';
import { parseSettings } from '../../../src/config/settingsText';

describe('What is set in the editor', () => {
  const text = JSON.stringify({ model: { name: 'file' }, general: { maxAttempts: 9, defaultApprovalMode: 'plan' } });
  const files = parseSettings({ scope: 'user', file: 'f', text });
  const settingsWith = (own: Readonly<Record<string, unknown>>) =>
    mergeSettings([editorLayer(key => own[key]), files], {});

  it('wins over the files of users and workspaces', () => {
    const { settings, origins } = settingsWith({ model: 'mine', maxAttempts: 2, approvalMode: 'autoEdit' });
    assert.equal(settings['model.name'], 'mine');
    assert.equal(settings['general.maxAttempts'], 2);
    assert.equal(settings['general.defaultApprovalMode'], 'auto_edit');
    assert.deepEqual(origins['model.name'], [{ scope: 'editor', source: 'pollux.*' }]);
  });

  it('is turned round where the files say it the other way', () => {
    assert.equal(settingsWith({ detectLoops: false }).settings['model.disableLoopDetection'], true);
    assert.equal(settingsWith({ checkNextSpeaker: true }).settings['model.skipNextSpeakerCheck'], false);
    assert.equal(settingsWith({}).settings['model.skipNextSpeakerCheck'], true);
  });

  it('counts only if somebody has set it', () => {
    for (const own of [{}, { model: '' }]) {
      assert.equal(settingsWith(own).settings['model.name'], 'file');
      assert.equal(settingsWith(own).settings['general.maxAttempts'], 9);
    }
  });

  it('has the same defaults as the files', () => {
    for (const [key, same] of Object.entries(SAME_SETTINGS)) {
      assert.equal(SETTING_ROWS[key as keyof typeof SAME_SETTINGS].default, GEMINI_ROWS[same].default, key);
    }
    for (const [key, opposite] of Object.entries(OPPOSITE_SETTINGS)) {
      assert.equal(SETTING_ROWS[key as keyof typeof OPPOSITE_SETTINGS].default, !GEMINI_ROWS[opposite].default, key);
    }
  });
});
