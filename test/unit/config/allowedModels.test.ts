import assert from 'node:assert/strict';
import { forbiddenModel, isModelAllowed } from '../../../src/config/allowedModels';

describe('An administrator’s list of models', () => {
  const by = (...allowed: string[]) => ({ 'admin.models.allowed': allowed });

  it('allows all where it is empty', () => assert.ok(isModelAllowed('gemini-4-argon', by())));

  it('allows what it names, and what its patterns mean as a whole', () => {
    const settings = by('gemini-3.8-flash', 'gemini-4-*');
    const allowed = ['gemini-3.8-flash', 'gemini-4-argon', 'GEMINI-4-argon', 'gemini-3x8-flash', 'my-gemini-4-argon'];
    assert.deepEqual(
      allowed.map(model => isModelAllowed(model, settings)),
      [true, true, true, false, false],
    );
  });

  it('says whose list it is', () => {
    assert.equal(forbiddenModel('a', by('a')), undefined);
    const failure = forbiddenModel('b', by('a'));
    assert.match(failure?.message ?? '', /^Your administrator doesn’t allow the model b .*admin\.models\.allowed/);
    assert.deepEqual([failure?.kind, failure?.isPermanent], ['forbidden', true]);
  });
});
