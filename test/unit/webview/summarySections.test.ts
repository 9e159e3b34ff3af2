import assert from 'node:assert/strict';
import fc from 'fast-check';
import { summarySections } from '../../../webview/text/summarySections';

describe('A summary', () => {
  it('has a heading for each of its parts', () => {
    const sections = summarySections(
      '<state_snapshot>\n<goal>Win</goal>\n<open_steps>\n- one\n</open_steps></state_snapshot>',
    );
    assert.deepEqual(sections, [
      { heading: 'Goal', text: 'Win' },
      { heading: 'Open steps', text: '- one' },
    ]);
  });

  it('keeps what is in no part, and a part without an end, as they are', () => {
    assert.deepEqual(summarySections('First\n<goal>Win</goal>\n<now>Go'), [
      { heading: '', text: 'First' },
      { heading: 'Goal', text: 'Win' },
      { heading: '', text: '<now>Go' },
    ]);
    assert.deepEqual(summarySections('plain'), [{ heading: '', text: 'plain' }]);
    assert.deepEqual(summarySections(''), []);
  });

  it('loses no word, whatever it holds', () => {
    const pieces = fc.constantFrom('<goal>', '</goal>', '<now>', '</now>', 'one', ' ', '\n', '<', '</state_snapshot>');
    const words = (text: string) => text.split('one').length;
    fc.assert(
      fc.property(fc.array(pieces), parts => {
        const text = parts.join('');
        const shown = summarySections(text).map(section => section.text);
        assert.equal(words(shown.join('')), words(text));
      }),
    );
  });
});
