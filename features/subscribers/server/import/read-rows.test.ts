import { expect, test } from 'vitest'
import { readRows } from './read-rows.ts'

async function rowsOf(text: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readRows(text)) rows.push(cells)
  return rows
}

test.each([
  ['remarks full of commas', 'Name;E-Mail;Status;Notiz\nMeyer, Anna;a@x.com;abgemeldet;x, y, z, 1, 2, 3', 4],
  ['remarks full of commas without headers', 'Meyer, Anna;a@x.com;x, y, z, 1, 2, 3, 4\nMüller, Bo;b@x.com;a, b, c', 3],
  ['remarks full of semicolons', 'email,note\na@x.com,a;b;c;d;e\nb@x.com,1;2;3;4', 2],
  ['remarks full of vertical bars', 'email;note;x\na@x.com;a|b|c|d;\nb@x.com;|||||;', 3],
  ['names with commas between tabs', 'Name\tEmail\nMeyer, Anna, Dr., M.A.\ta@x.com', 2],
  ['a title above the headers', 'Members, friends, guests, all of May\n\nName;E-Mail\nMeyer, Anna;a@x.com', 2],
  ['quoted commas', 'email;"name, given, first, all"\na@x.com;"a, b, c"', 2],
  ['quoted line breaks', 'email;note\na@x.com;"one, two,\nthree, four, five,\nsix"\nb@x.com;"x, y"', 2],
  ['only unknown headers', 'Wer,Wohin,Und\nAda;x;y,a@x.com,1\nEve;x;y,b@x.com,2', 3],
  ['no address in any row', 'Wer;Was\nAda, Eve, Bob;x\nBo, Al, Cy;y', 2],
  ['one column', 'email\na@x.com\nb@x.com', 1],
])('the delimiter of %s is detected', async (_what, text, width) => {
  const rows = await rowsOf(text)
  expect(rows.at(-1)).toHaveLength(width)
  expect(rows.flat().filter((cell) => /^[ab]@x\.com$/.test(cell)).length).toBe(text.match(/@/g)?.length ?? 0)
})

test('the sample ends with a whole row, and an unclosed quotation mark does not hide the delimiter', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => `p${at}@x.com;"a, b, c"`).join('\n')
  expect((await rowsOf(`email;note\n${many}`)).at(-1)).toEqual(['p1999@x.com', 'a, b, c'])
  await expect(rowsOf(`email;note\na@x.com;"open, ${'x, '.repeat(5000)}`)).rejects.toThrow(
    'from row 2 on. Check row 2 for an unclosed quotation mark.',
  )
})

test.each([1, 2, 40, 5000])('an unclosed quotation mark after %i rows is reported at its own row', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => `p${at}@x.com,Ada`).join('\n')
  await expect(rowsOf(`${rows}\nlast@x.com,"open`)).rejects.toThrow(`Check row ${count + 1} for an unclosed`)
})
