import assert from 'node:assert/strict';
import { administratorOf } from '../../../../src/node/config/securityDescriptor';

describe('The owner of a folder on Windows', () => {
  const system = '(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)';
  const of = (access: string, owner = 'BA') => administratorOf(`O:${owner}G:SYD:${access}`);

  it('is an administrator if nobody else can write', () => {
    assert.equal(of(`PAI${system}(A;OICI;0x1200a9;;;BU)`), 'administrator');
    assert.equal(of(`AI${system}(A;OICIIOID;GA;;;CO)(A;OICIID;FRFX;;;BU)`), 'administrator');
    assert.equal(of(`${system}(D;;FA;;;WD)`), 'administrator');
    assert.equal(administratorOf(`O:SYG:SYD:AI${system}S:AI(ML;;NW;;;HI)`), 'administrator');
  });

  it('counts as shared if others can write, or if that is unknown', () => {
    // What a folder in C:\ProgramData inherits: users may add files and folders.
    assert.equal(of(`AI${system}(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)`), 'shared');
    for (const rights of ['FA', 'GA', 'GW', 'FW', 'WD', 'WO', 'SD', '0x1301bf', '0x2', 'XX', 'F'])
      assert.equal(of(`${system}(A;;${rights};;;S-1-5-21-1-2-3-1001)`), 'shared', rights);
    for (const access of [
      '',
      'NO_ACCESS_CONTROL',
      'PAI',
      `${system}(XA;;FA;;;BU;(a))`,
      `${system}(OA;;FA;;;BU)`,
      '(A;;FA',
    ])
      assert.equal(of(access), 'shared', access);
    assert.equal(administratorOf('O:BAG:SY'), 'shared');
    assert.equal(administratorOf(undefined), 'shared');
  });

  it('is someone else if they own it, whatever the access list says', () => {
    assert.equal(of(system, 'S-1-5-21-1-2-3-1001'), 'others');
    assert.equal(administratorOf(''), 'others');
    assert.equal(administratorOf('nonsense'), 'others');
  });
});
