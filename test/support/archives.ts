import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive that a test makes; `type` as tar has it: 0 a file, 5 a folder, 2 a link. */
export interface MadeEntry {
  readonly path: string;
  readonly text?: string;
  readonly type?: string;
}

/** A tar archive with these entries, whatever their paths. */
export function makeTar(entries: readonly MadeEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, text = '', type = '0' }) => {
    const data = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write('0000755\0', 100);
    header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\0' + '00', 257);
    if (type === '2') header.write('/etc/passwd', 157);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const padding = Buffer.alloc((512 - (data.length % 512)) % 512);
    return [header, data, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A zip archive with these entries. `claimed`: the size that the directory says each has. */
export function makeZip(entries: readonly MadeEntry[], claimed?: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, text = '', type = '0' } of entries) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const name = Buffer.from(path);
    const size = claimed ?? data.length;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(data), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((type === '2' ? 0o120777 : 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    local.push(head, name, packed);
    central.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
