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

  it('is no example, no public key and no source', () => {
    const others =
      '.github/config config git/config .env.example .env.sample .env.template .env.dist .env.defaults example.env sample.env id_rsa.pub id_ed25519_work.pub env environment.ts vite-env.d.ts env.ts keys.ts credentials.ts secrets.ts password.ts passwords.md a.keys.md main.tf .envoy.yaml tokens.css envelope.txt id_list.txt';
    for (const path of others.split(' ')) assert.equal(isSecretFile(path), false, path);
  });
});
