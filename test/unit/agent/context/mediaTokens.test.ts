import assert from 'node:assert/strict';
import { sizeOfResult } from '../../../../src/agent/context/contextMeter';
import { mediaTokens } from '../../../../src/agent/context/mediaTokens';

describe('What the model is shown besides text', () => {
  const tokens = (mimeType: string, text: string | Buffer) =>
    mediaTokens({ mimeType, data: Buffer.from(text).toString('base64') });

  it('counts by its kind: an image 3000, a PDF by its pages, sound and film by their length', () => {
    assert.equal(tokens('image/png', 'x'), 3000);
    assert.equal(tokens('application/pdf', '%PDF-1.7 packed'), 25_800);
    assert.equal(tokens('application/pdf', '%PDF-1.4 << /Type /Pages /Kids [1 0 R] /Count 12 >>'), 12 * 258);
    assert.equal(tokens('application/pdf', '%PDF-1.4 <</Count 2/Kids[1 0 R]/Type/Pages>>'), 2 * 258);
    const atEnd = Buffer.concat([Buffer.alloc(1_000_000, 7), Buffer.from('<</Type/Pages/Count 700>>')]);
    assert.equal(tokens('application/pdf', atEnd), 700 * 258);
    const minute = (rate: number) => Buffer.alloc(60 * rate);
    assert.equal(tokens('audio/mp3', minute(16_000)), 60 * 32);
    assert.equal(tokens('audio/wav', minute(176_400)), 60 * 32);
    assert.ok(tokens('video/mp4', Buffer.alloc(15_000_000)) > 15_000);
  });

  it('counts in the meter like that, in a result too', () => {
    const data = Buffer.alloc(1_500_000).toString('base64');
    const images = [{ type: 'image', mimeType: 'audio/mp3', data } as const];
    const result = { callId: 'c', name: '', title: '', status: 'success', content: '', images } as const;
    assert.equal(sizeOfResult(result), 3000);
  });

  it('is no matter of seconds, however large and odd it is', () => {
    const odd = Buffer.from('/Type /Pages '.repeat(1_500_000));
    const before = process.cpuUsage();
    tokens('application/pdf', odd);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
