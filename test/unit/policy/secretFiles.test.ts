import assert from 'node:assert/strict';
import { isSecretFile } from '../../../src/policy/secretFiles';

describe('A file that looks like a secret', () => {
  it('is one by its name, or its folder, in any case', () => {
    const secrets =
      '.env .env.local .env.production .env-staging .env_test .env~ prod.env config/docker.env .ENV id_rsa id_ed25519_sk id_rsa.bak id_ecdsa-work server.pem a.key AuthKey.p8 store.jks krb5.keytab home.ovpn .envrc kubeconfig dev.kubeconfig terraform.tfstate terraform.tfstate.backup .npmrc .netrc _netrc .pypirc .git-credentials .vault-token .my.cnf rclone.conf credentials credentials.json application_default_credentials.json client_secret_1.json service-account.json local.settings.json secrets.yaml secret.json .secrets passwords.txt .git/config .git/config.worktree .git/modules/a/config .ssh/config .aws/config C:\\u\\.ssh\\known_hosts';
    for (const path of secrets.split(' ')) assert.ok(isSecretFile(path), path);
  });

  it('is one however a lenient file system lets its name be spelled', () => {
    const secrets = [
      'id_r\u017fa',
      '.\u017fsh/config',
      '\u017fecrets.json',
      'server.\u212aey',
      'pa\u00dfwords.txt',
      '.e\u200cnv',
      '.npmrc\ufeff',
      '.\uff25NV',
      '.env::$DATA',
      'id_rsa.',
      '.npmrc ',
      'C:\\u\\.aws.\\config',
      'HEAD:.env',
    ];
    for (const path of secrets) assert.ok(isSecretFile(path), path);
    for (const path of ['stra\u00dfe.md', 'C:\\src\\a.ts', 'HEAD:a.ts', 'caf\u00e9.'])
      assert.equal(isSecretFile(path), false, path);
  });

  it('is one where an editor, a tool or a person has made a copy of it', () => {
    const copies = [
      ...[
        '#.env#',
        '.#.env',
        '.env#',
        '.env~',
        '.env.~1~',
        '.env.swp',
        '.env.swo',
        '.env.un~',
        '.env.save',
        '.env.orig',
        '.env,v',
      ],
      ...[
        '.env2',
        '.env(1)',
        '.env copy',
        'Copy of .env',
        '._.env',
        '.env___jb_tmp___',
        '.env.kate-swp',
        '~$.env',
        '.~lock.prod.env#',
      ],
      ...[
        '#server.pem#',
        '.server.pem.swp',
        'server.pem~',
        'server.pem.bak',
        'server.key.old.2',
        'server.key.2026-01-02',
        'a.p12 (2)',
      ],
      ...[
        'prod.env.bak',
        '.npmrc.bak',
        '.npmrc.rpmsave',
        '.netrc~',
        '.pgpass.dpkg-old',
        'kubeconfig.old',
        'id_rsa2',
        '#id_rsa#',
      ],
      ...[
        'credentials~',
        'secrets.yaml.orig',
        'terraform.tfstate.1700000000.backup',
        'service-account.json.gz',
        '.git/config.lock',
      ],
      ...['.git/config~', '.git-credentials.lock'],
    ];
    for (const path of copies) assert.ok(isSecretFile(path), path);
  });

  it('is no example, no public key and no source', () => {
    const others =
      '.github/config config git/config .env.example .env.sample .env.template .env.dist .env.defaults example.env sample.env id_rsa.pub id_ed25519_work.pub env environment.ts vite-env.d.ts env.ts keys.ts credentials.ts secrets.ts password.ts passwords.md a.keys.md main.tf .envoy.yaml tokens.css envelope.txt id_list.txt config.bak readme.md~ #notes.txt# .a.ts.swp yarn.lock package-lock.json credentials.ts.bak .envoy.yaml~ id_rsa_keys.ts.pub';
    for (const path of others.split(' ')) assert.equal(isSecretFile(path), false, path);
  });
});
