import assert from 'node:assert/strict';
import { placesIn } from '../../../../src/agent/ports/changeScope';
import type { HunkPlace } from '../../../../src/agent/ports/changes';

describe('What of the changes is looked at', () => {
  const place = (file: string, id: string, turn: string) =>
    ({ file, hunk: { id, sources: [{ sessionId: 's', turn }] } }) as unknown as HunkPlace;
  const places = [
    place('c', '1', 'first'),
    place('c', '2', 'later'),
    place('b', '3', 'later'),
    place('a', '4', 'first'),
  ];
  const ids = (all: readonly HunkPlace[]) => all.map(({ hunk }) => hunk.id).join('');

  it('has the files of a prompt by their paths, in whatever order they were changed, and each file in one place', () => {
    assert.equal(ids(placesIn(places, { kind: 'all' }, undefined)), '4123');
  });

  it('is that of the chat that is shown, or of its last prompt', () => {
    assert.equal(ids(placesIn(places, { kind: 'turn' }, { sessionId: 's', turn: 'later' })), '32');
    assert.equal(ids(placesIn(places, { kind: 'chat' }, { sessionId: 's', turn: 'later' })), '4123');
    assert.equal(ids(placesIn(places, { kind: 'chat' }, { sessionId: 'other', turn: 'later' })), '');
  });
});
