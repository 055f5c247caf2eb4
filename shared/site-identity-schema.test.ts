import { expect, test } from 'vitest'
import { contrastOf } from './colours.ts'
import { accentSchema, siteNameSchema } from './site-identity-schema.ts'
import { readLogo, withSiteName } from './site-identity.ts'

test.each([
  ['Night Bus Records', 'Night Bus Records'],
  ['  Two   words ', 'Two words'],
  ["Jane's Label", 'Jane’s Label'],
  ['Rock, Pop & Söhne (2026)', 'Rock, Pop & Söhne (2026)'],
  ['夜のラジオ', '夜のラジオ'],
  ['Cafe\u0301', 'Café'],
])('the name %j is accepted as %j', (typed, stored) => {
  expect(siteNameSchema.parse(typed)).toBe(stored)
  // A stored name is read again by the same schema.
  expect(siteNameSchema.parse(stored)).toBe(stored)
})

test.each(['', '   ', 'x'.repeat(41), 'a {name}', '<b>', 'No. #1', 'say "hi"', 'a\nb', 'a\u0000b', 'a\u2028b', 'a\\b'])(
  'the name %j is rejected',
  (name) => expect(siteNameSchema.safeParse(name).success).toBe(false),
)

test('a text may contain the name of the site several times', () => {
  expect(withSiteName('[siteName] and [siteName] Radio', 'Night Bus')).toBe('Night Bus and Night Bus Radio')
  // A dollar sign has a meaning in replacements of the language.
  expect(withSiteName('[siteName]!', 'A$&B')).toBe('A$&B!')
})

test.each([
  ['#000000', '1.0', 'the page (#0f0c09)'],
  ['#a8420c', '2.9', 'cards (#1a1613)'],
  ['#2050c0', '2.5', 'cards (#1a1613)'],
  ['#7a7a7a', '4.1', 'cards (#1a1613)'],
])('the color %s is rejected with its ratio', (color, ratio, ground) => {
  const message = accentSchema.safeParse(color).error?.issues[0]?.message ?? ''
  expect(message).toContain(`has a contrast of ${ratio}:1`)
  expect(message).toContain(ground)
})

test.each(['#f8823d', '#FFD400', '#7fd1ff', '#ffffff', '#ff6b9d'])('the color %s is readable and accepted', (color) => {
  expect(accentSchema.parse(color)).toBe(color.toLowerCase())
  for (const ground of ['#0f0c09', '#1a1613']) expect(contrastOf(color.toLowerCase(), ground)).toBeGreaterThan(4.5)
})

test.each(['zz', 'red', '#fff', '#12345g', 'rgb(1,2,3)', '#f8823d;x'])(
  '%j is rejected as a color, with no other error',
  (color) => {
    expect(accentSchema.safeParse(color).error?.issues.map(({ message }) => message)).toEqual([
      'Enter # and six hexadecimal digits, such as #f8823d.',
    ])
  },
)

test.each([undefined, '', '../secrets', '0123456789abcdef', '0123456789abcdef-1x', '0123456789ABCDEF-10x10'])(
  '%j is not the id of a logo',
  (id) => expect(readLogo(id)).toBeUndefined(),
)
