import assert from 'node:assert/strict';
import { plainLabel, plainText } from '../../../src/shared/plainText';

/** What VS Code makes links of in notifications, input boxes and lists (`parseLinkedText`), and icons in labels. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;

describe('A text for people', () => {
  const attacks = [
    '[click](command:workbench.action.tasks.runTask?%5B%22evil%22%5D)',
    '[a](https://evil.example)',
    '[a](file:///etc/passwd "title")',
    '[[a](command:x)](command:y)',
    'x](command:y) [a](command:z)',
    '$(check) Approved',
    '$(sync~spin)',
    '$($(check))',
    '\u202e)x:dnammoc(]a[',
    '[a\u200b](command:x)',
    '[a]\u200b(command:x)',
  ];

  it('is no link, no icon, and hides nothing', () => {
    for (const attack of attacks) {
      assert.doesNotMatch(plainText(attack), LINK, attack);
      assert.doesNotMatch(plainLabel(attack), LINK, attack);
      assert.doesNotMatch(plainLabel(attack), ICON, attack);
      assert.doesNotMatch(plainLabel(attack), /[\u200b\u202e]/, attack);
    }
  });

  it('stays what it is otherwise', () => {
    for (const text of [
      'npm run test -- --grep "[a] (b)"',
      'echo $HOME ${x} $(( 1 + 2 ))',
      'café 東京 👩‍👩‍👧\nnext',
      'a[0](x',
    ]) {
      assert.equal(plainLabel(text), text.replace('](', '] ('));
    }
  });
});
