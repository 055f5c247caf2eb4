import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUnsupportedClaim } from './claims.ts'
import { numbersIn } from './numbers.ts'

const ground =
  '“Night Ferry” by Nova Swade. It was on Swade Radio 42 times since November 14, 2026. Forty-one records left in seven years for $9.99 each; 1,247 were minted, 50% of them twice.'

test.each([
  'Night Ferry was on the air 42 times.',
  'On the air 42 times since November 14, 2026: “Night Ferry”.',
  'It was played on the radio as “Night Ferry.” Twice a week, a record left.',
  'Nova’s track “night ferry” came back 42 times, and 41 records cost 9.99 each.',
  'Seven years and forty-one records, of which 1247 were minted.',
  'One of them, in a short sentence.',
  '50% of them came twice.',
  'On the air: “Night Ferry” · Meet Nova Swade',
])('a claim that the record supports is accepted: %s', (text) => {
  expect(findUnsupportedClaim(text, ground)).toBeUndefined()
})

test.each([
  ['It was on the air 43 times.', 'number 43'],
  ['It cost $42.', 'number $42'],
  ['It grew by 42%.', 'number 42%'],
  ['It grew by a percent.', 'a percentage is not'],
  ['A dozen listeners', 'number 12'],
  ['It doubled, and three million heard it.', 'number'],
  ['Forty-two records', undefined],
  ['Forty-three records', 'number 43'],
  ['It came out on November 15, 2026.', 'number 15'],
  ['It was heard ٣ times.', 'number'],
  ['It was heard ４３ times.', 'number 43'],
  ['It won a Grammy.', 'name “Grammy”'],
  ['Now it is on Spotify, too.', 'name “Spotify”'],
  ['The station said “this is the best track ever”.', 'quotation'],
  ['Read on at https://evil.example', 'link'],
  ['Write to me@evil.example', 'address'],
  ['See www.evil.example', 'link'],
  ['Hello {{unsubscribe_url}}', 'email address or markup'],
  ['A <script>alert(1)</script>', 'email address or markup'],
])('a claim beyond the record is detected: %s', (text, why) => {
  const found = findUnsupportedClaim(text, ground)
  if (why === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(why)
})

test('a record supports all of its own sentences', () => {
  for (const sentence of ground.split(/(?<=[.;])\s/))
    expect(findUnsupportedClaim(sentence, ground), sentence).toBeUndefined()
})

test('no number outside the record passes in any notation', () => {
  const known = numbersIn(ground)
  const ways = [
    (n: number) => String(n),
    (n: number) => n.toLocaleString('en-US'),
    (n: number) => `${n}th`,
    (n: number) => `x${n}y`,
    (n: number) => `(${n}).`,
  ]
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9_999_999 }), fc.constantFrom(...ways), (n, write) => {
      const isKnown = known.has(String(n)) || known.has(`${n}%`)
      expect(findUnsupportedClaim(`it is ${write(n)} now`, ground) === undefined).toBe(isKnown)
    }),
  )
})

test('odd texts are handled safely', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => void findUnsupportedClaim(text, other)),
  )
  findUnsupportedClaim(`${'A'.repeat(1_000)} ${'“'.repeat(500)} ${'1,'.repeat(1_000)}`, ground)
})
