import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ImportEncoding } from '#features/subscribers/import.ts'
import { decodeFile } from './decode-file.ts'
import { pickEncoding } from './guess-encoding.ts'

const tables = new Map<ImportEncoding, Map<string, number[]>>()

/** Encodes a text by the characters that its one or two bytes decode to. */
function encode(text: string, encoding: ImportEncoding): Buffer {
  let table = tables.get(encoding)
  if (!table) {
    tables.set(encoding, (table = new Map()))
    const decoder = new TextDecoder(encoding)
    const firsts = Array.from({ length: 256 }, (_, byte) => byte)
    const pairs = firsts.slice(0x81).flatMap((first) => firsts.slice(0x30).map((second) => [first, second]))
    for (const bytes of [...firsts.map((byte) => [byte]), ...pairs]) {
      const letter = decoder.decode(Uint8Array.from(bytes))
      if ([...letter].length === 1 && letter !== '\uFFFD' && !table.has(letter)) table.set(letter, bytes)
    }
  }
  return Buffer.from(
    [...text].flatMap((letter) => {
      const bytes = table.get(letter)
      if (!bytes) throw new Error(`${letter} is no letter of ${encoding}`)
      return bytes
    }),
  )
}

const listOf = (names: string[]) =>
  `email;vorname;nachname;status\r\n${names.map((name, at) => `p${at}@a.example;${name};active`).join('\r\n')}\r\n`

test.each<[ImportEncoding, string[]]>([
  ['windows-1251', ['Иван;Петров', 'Мария;Кузнецова', 'Ольга;Щербакова']],
  ['x-mac-cyrillic', ['Иван;Петров', 'Мария;Кузнецова', 'Алексей;Чайковский']],
  ['windows-1250', ['Łukasz;Żółć', 'Grażyna;Świątek', 'Jiří;Dvořák', 'Šárka;Nováková']],
  ['windows-1252', ['François;Dupont', 'Günther;Weiß', 'José;Muñoz', 'Søren;Nygård']],
  ['macintosh', ['François;Lefèvre', 'Günther;Weiß', 'Zoë;Ångström', 'José;Muñoz']],
  ['windows-1253', ['Γιώργος;Παπαδόπουλος', 'Ελένη;Νικολάου']],
  ['shift_jis', ['山田;太郎', '鈴木;花子', 'ミヤモト;さくら']],
  ['euc-kr', ['김;철수', '이;영희']],
])('names in %s are decoded as they were written', async (encoding, names) => {
  const list = listOf(names)
  expect(await decodeFile(encode(list, encoding))).toEqual({ text: list, encoding, isCertain: false })
})

test('a wrong guess can be corrected', async () => {
  const list = listOf(['Anna;Müller'])
  const mac = encode(list, 'macintosh')
  expect((await decodeFile(mac, 'macintosh')).text).toBe(list)
  expect((await decodeFile(Buffer.from(list), 'utf-8')).text).toBe(list)
  expect((await decodeFile(Buffer.from(`\uFEFF${list}`, 'utf16le'), 'utf-16le')).text).toBe(list)
  // Invalid bytes are rejected later, row by row.
  expect((await decodeFile(mac, 'utf-8')).text).toContain('\uFFFD')
})

test('an encoding is certain if the file specifies it, and uncertain with a few invalid bytes', async () => {
  const list = listOf(['Zoë;Jörgé', 'Łukasz;Żółć'])
  expect(await decodeFile(Buffer.from(list))).toEqual({ text: list, encoding: 'utf-8', isCertain: true })
  expect(await decodeFile(Buffer.from(`\uFEFF${list}`, 'utf16le'))).toEqual({
    text: list,
    encoding: 'utf-16le',
    isCertain: true,
  })
  expect(await decodeFile(Buffer.concat([Buffer.from(list), Buffer.from([0xe9])]))).toMatchObject({
    encoding: 'utf-8',
    isCertain: false,
  })
  const mail = Buffer.from('email;name\na@a.example;\u001b$B;3ED\u001b(B\n', 'latin1')
  expect(await decodeFile(mail)).toMatchObject({
    text: 'email;name\na@a.example;山田\n',
    encoding: 'iso-2022-jp',
    isCertain: false,
  })
})

test('the encoding of a long text is guessed from its beginning', async () => {
  const remark = `${'Иван Петров и Мария Кузнецова '.repeat(40)}`
  expect(await decodeFile(encode(`email;note\na@a.example;${remark}\n`, 'windows-1251'))).toMatchObject({
    encoding: 'windows-1251',
  })
})

test('the most likely supported candidate in which all bytes are valid is picked', () => {
  const bytes = encode('José Jörg', 'windows-1252')
  const pick = (...names: string[]) =>
    pickEncoding(
      names.map((name, at) => ({ name, confidence: 1 - at / 10 })),
      bytes,
    )
  expect(pick('cp437', 'SHIFT_JIS', 'ISO-8859-9', 'MacRoman')).toBe('windows-1254')
  expect(pick('EUC-KR', 'GB18030', 'MacRoman')).toBe('macintosh')
  expect(pick('hp-roman8', 'utf-8')).toBe('windows-1252')
  expect(pick()).toBe('windows-1252')
})

test('workbooks, archives and other binary files are rejected by type', async () => {
  const text = 'email,name\na@a.example,Ada\n'
  const utf32 = (order: 'BE' | 'LE', mark: string) => {
    const wide = Buffer.alloc((mark.length + text.length) * 4)
    for (const [at, letter] of [...`${mark}${text}`].entries())
      wide[`writeUInt32${order}`](letter.codePointAt(0)!, at * 4)
    return wide
  }
  const refused: [Buffer, string][] = [
    [Buffer.from('PK\u0003\u0004rest'), 'This is a spreadsheet file or a ZIP archive.'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'This is a spreadsheet file or a ZIP archive.'],
    [gzipSync(text), 'This file is compressed (gzip). Unpack it'],
    [zstdCompressSync(text), 'This file is compressed (zstd). Unpack it'],
    [Buffer.from('BZh91AY&SY'), 'This file is compressed (bzip2). Unpack it'],
    [Buffer.from('Rar!\u001a\u0007'), 'This file is compressed (rar). Unpack it'],
    [Buffer.from('%PDF-1.7\n'), 'This is a PDF.'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d]), 'This is an image.'],
    [Buffer.from(`${text}\u0000`), 'This is not a text file.'],
    ...['\uFEFF', ''].flatMap((mark) =>
      (['BE', 'LE'] as const).map((order): [Buffer, string] => [utf32(order, mark), 'This file is encoded as UTF-32.']),
    ),
  ]
  for (const [file, words] of refused) await expect(decodeFile(file), words).rejects.toThrow(words)
})
