/** A body's MIME type from the server, otherwise guessed from its content. */
export function mimeTypeOf(contentType: string, bytes: Uint8Array): string {
  const said = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (said !== '' && said !== 'application/octet-stream') return said;
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (/^\s*(?:<!doctype html|<html)/i.test(start)) return 'text/html';
  return start.includes('\0') ? 'application/octet-stream' : 'text/plain';
}

/** Decodes a body. The encoding is that of the byte-order mark, the server or the page itself, otherwise UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const byServer = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  const byPage = /<(?:meta|\?xml)[^>]+(?:charset|encoding)\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1];
  return decoderFor(markOf(bytes) ?? byServer ?? byPage).decode(bytes);
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xef && second === 0xbb ? 'utf-8' : undefined;
}

function decoderFor(label = 'utf-8') {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(); // an unknown encoding
  }
}
