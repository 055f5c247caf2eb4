import { expect, test } from 'vitest'
import { icyBlock } from './icy-muxer.ts'

function titleIn(block: Buffer): string {
  expect(block.length).toBe(1 + block[0]! * 16)
  return block.toString('utf8', 1).replace(/\0+$/, '')
}

test.each([
  ['Luma Swade - Glass Arcade', "StreamTitle='Luma Swade - Glass Arcade';"],
  ["It's - Don't", "StreamTitle='It's - Don't';"],
  ["A'; B", "StreamTitle='A’; B';"],
  ["A'\u0000; B", "StreamTitle='A' ; B';"],
  ['One\r\nX-Evil: 1\u0000Two\u001b[31m\u007f\u0085', "StreamTitle='One X-Evil: 1 Two [31m';"],
  ['One\u2028Two\n', "StreamTitle='One Two';"],
])('the title %j is sent in one line without control characters', (title, text) => {
  expect(titleIn(icyBlock(title))).toBe(text)
})

test('a long title is cut between two characters, and an unchanged title costs one byte', () => {
  expect(titleIn(icyBlock('🎵'.repeat(3000)))).toMatch(/^StreamTitle='(🎵)+';$/u)
  expect(icyBlock(undefined)).toEqual(Buffer.from([0]))
})
